"""Labels that are longer than the boxes in which they stand. Run in the browser."""

from __future__ import annotations

from typing import Final

FAULTS: Final = """() => {
    const found = [];
    if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
    for (const label of document.querySelectorAll("button, a.button, .tag, summary, th, .offer, legend")) {
        const style = getComputedStyle(label);
        if (!label.checkVisibility({visibilityProperty: true}) || style.display === "inline") continue;
        if (label.clientWidth > 1 && label.scrollWidth > label.clientWidth + 1) {
            const said = label.innerText.slice(0, 40);
            found.push(`${label.tagName} "${said}": ${label.scrollWidth} > ${label.clientWidth}`);
        }
    }
    for (const text of document.querySelectorAll("svg text")) {
        let around = text.parentElement, box = null;
        while (around && around.tagName !== "svg" && !box) {
            box = around.querySelector(":scope > rect");
            around = around.parentElement;
        }
        const [drawn, room] = [text.getBoundingClientRect(), box?.getBoundingClientRect()];
        if (!room || !drawn.width) continue;
        const middle = (drawn.top + drawn.bottom) / 2;
        const within = middle > room.top && middle < room.bottom && room.width > 2 * drawn.height;
        if (within && (drawn.right > room.right + 1.5 || drawn.left < room.left - 1.5)) {
            found.push(`drawn "${text.textContent}": ${Math.round(drawn.width)} > ${Math.round(room.width)}`);
        }
    }
    return [...new Set(found)];
}"""
