// The picture of *Helped and hurt* follows its sliders while they are dragged; the page follows when they are let go.
{
  const sliders = [".st-key-n", ".st-key-helped, .st-key-helped_percent", ".st-key-hurt, .st-key-hurt_percent"]
  const mostSteps = 48 // of helped and of hurt, as in live.py
  let held = null
  const show = () => {
    const frame = document.querySelector('form.vega-bindings input[name="frame"]')
    if (!held || !frame || held.input.value === held.shown) return
    held.shown = held.input.value
    const [min, max, step, value] = ["min", "max", "step", "value"].map(name => Number(held.input[name]))
    const steps = Math.min(Math.round((max - min) / step) || 1, held.place ? mostSteps : Infinity)
    frame.value = 1000 * (held.place + 1) + Math.round((value - min) / (max - min || 1) * steps)
    frame.dispatchEvent(new Event("input"))
  }
  const begin = event => {
    const place = sliders.findIndex(each => event.target.closest?.(each))
    const input = place < 0 ? null : event.target.closest(sliders[place]).querySelector("input[type=range]")
    held = input && { place, input, shown: input.value }
    const again = () => { show(); if (held) requestAnimationFrame(again) }
    requestAnimationFrame(again)
  }
  addEventListener("pointerdown", begin, true)
  for (const each of ["pointerup", "pointercancel"]) addEventListener(each, () => setTimeout(() => { held = null }, 50), true)
}
