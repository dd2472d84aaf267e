"""The Streamlit front end of Helped & Hurt: `app` and `pages` first, then `views`, a folder for each page."""
