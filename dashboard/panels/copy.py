"""A button that copies a text that is not shown on the page."""

from streamlit.components.v2 import component

_JS = """export default ({ data, parentElement }) => {
  const button = parentElement.querySelector("button")
  button.textContent = data.label
  button.onclick = async () => {
    const text = data.text.startsWith("?") ? location.href.split("?")[0] + data.text : data.text
    try { await navigator.clipboard.writeText(text) } catch {
      // A page that came without encryption has no clipboard of its own.
      const field = Object.assign(document.createElement("textarea"), { value: text })
      document.body.append(field); field.select(); document.execCommand("copy"); field.remove()
    }
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = data.label }, 2000)
  }
}"""
_CSS = """button { font: inherit; color: inherit; background: none; width: 100%; cursor: pointer;
  padding: .4rem .75rem; border-radius: .5rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }"""


def draw_copy(label: str, text: str, key: str) -> None:
    """Draw the button; a text that begins with "?" is appended to the address of the page."""
    # Each new session has its own registry of components.
    button = component("helped_hurt_copy", html="<button type='button'></button>", css=_CSS, js=_JS)
    button(key=key, data={"label": label, "text": text}, height="content")
