"""The tasks, questions and answers of each learning page, and the worksheets for a class."""
