// The items that were drawn travel from the table to the newest dot, unless the visitor wants no motion.
setTimeout(() => {
  const dot = [...document.querySelectorAll(".st-key-hand_picture svg .mark-symbol path")].at(-1)
  if (!dot || matchMedia("(prefers-reduced-motion: reduce)").matches) return
  const end = dot.getBoundingClientRect()
  for (const cell of document.querySelectorAll(".st-key-hand_table tr td:last-child")) {
    const drawn = cell.querySelector("[data-testid=stMarkdownContainer] span, p")
    if (!drawn || /×0|kept/.test(cell.textContent)) continue
    const start = drawn.getBoundingClientRect()
    const copy = drawn.cloneNode(true)
    Object.assign(copy.style, { position: "fixed", left: `${start.x}px`, top: `${start.y}px`, zIndex: 98, pointerEvents: "none" })
    copy.setAttribute("aria-hidden", "true")
    document.body.append(copy)
    const way = `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(.3)`
    copy.animate([{ opacity: 1 }, { opacity: 0.9, offset: 0.9 }, { transform: way, opacity: 0 }], { duration: 900, easing: "ease-in-out" })
      .finished.finally(() => copy.remove())
  }
}, 300)
