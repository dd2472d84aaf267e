"""The texts of the pages: sentences about results, built without Streamlit; the texts of one page are in its folder."""
