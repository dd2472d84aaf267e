"""What each learning page has its reader try, asks, and answers; and the worksheet for a class."""
