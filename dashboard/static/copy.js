export default ({ data, parentElement }) => {
  const button = parentElement.querySelector("button")
  button.onclick = async () => {
    const text = location.href.split("?")[0] + data.query
    try { await navigator.clipboard.writeText(text) } catch {
      // A page that came without encryption has no clipboard of its own.
      const field = Object.assign(document.createElement("textarea"), { value: text })
      document.body.append(field); field.select(); document.execCommand("copy"); field.remove()
    }
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy my link" }, 2000)
  }
}
