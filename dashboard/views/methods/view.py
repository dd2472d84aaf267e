"""Methods: which test, every definition, common misreadings, references, privacy."""

import streamlit as st

from dashboard.inputs.choices import choose_line
from dashboard.pages import PAGES
from dashboard.panels.links import link_to
from dashboard.views.methods.words import sections
from dashboard.wording.chooser import QUESTIONS, advise
from dashboard.wording.unbroken import unbroken

st.title("Methods", anchor=False)
st.markdown("What every number on these pages means, where it comes from, and how not to misread it.")

st.header("Which test?")
names = list(QUESTIONS)
for row in zip(names[::2], names[1::2], strict=True):
    for name, place in zip(row, st.columns(2, gap="medium"), strict=True):
        answers = QUESTIONS[name].answers
        with place:
            choose_line(QUESTIONS[name].asked, {key: each.label for key, each in answers.items()}, f"which_{name}")
advice = advise({name: st.session_state[f"which_{name}"] for name in QUESTIONS})
with st.container(border=True):
    st.markdown("\n".join(f"- {unbroken(sentence)}" for sentence in advice.sentences))
    st.code(advice.command, language="sh", wrap_lines=True)
    link_to(advice.address, f"Open *{PAGES[advice.address].title}*", {})

for title, text in sections().items():
    st.header(title)
    st.markdown(unbroken(text))
