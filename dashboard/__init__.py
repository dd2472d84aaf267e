"""The Streamlit app of Helped & Hurt: read `app` and `pages` first, then `views`, which has a folder for each page."""
