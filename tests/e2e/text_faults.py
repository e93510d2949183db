"""Text that is cut off, reaches out of the page or is covered, as happens where it is large. Run in the browser."""

from __future__ import annotations

from typing import Final

FAULTS: Final = """() => {
    const found = [];
    const named = (element) => `${element.tagName}.${element.className} "${element.textContent.trim().slice(0, 40)}"`;
    if (document.scrollingElement.scrollWidth > innerWidth) {
        const wide = [...document.querySelectorAll("body :not(.only-read, .only-read *, nav *)")]
            .filter((one) => one.getBoundingClientRect().right > innerWidth);
        found.push(`the page is wider than the window: ${wide.slice(-3).map(named)}`);
    }
    const scrolls = (element, axis) => ["auto", "scroll"].includes(getComputedStyle(element)[`overflow${axis}`]);
    const hides = (element, axis) => ["hidden", "clip"].includes(getComputedStyle(element)[`overflow${axis}`]);
    for (const element of document.querySelectorAll("main *, header *, footer *, nav *")) {
        const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        if (!own.length || element.closest("svg, .only-read, .brand, .skip, option, textarea")) continue;
        if (!element.checkVisibility({visibilityProperty: true})) continue;
        const range = document.createRange();
        for (const node of own) {
            range.selectNodeContents(node);
            const text = range.getBoundingClientRect();
            let isReached = false;
            for (let around = element; around && !isReached; around = around.parentElement) {
                const box = around.getBoundingClientRect();
                if (scrolls(around, "X") || scrolls(around, "Y")) isReached = true;
                else if (hides(around, "X") && (text.right > box.right + 1 || text.left < box.left - 1)
                    || hides(around, "Y") && text.bottom > box.bottom + 1) {
                    found.push(`cut off by ${named(around)}: ${named(element)}`);
                    break;
                }
            }
            if (!isReached && text.right > innerWidth + 1) found.push(`beyond the window: ${named(element)}`);
        }
    }
    for (const control of document.querySelectorAll("main :is(button, input, select, textarea, a[href], summary)")) {
        if (!control.checkVisibility({visibilityProperty: true}) || control.closest("svg, .only-read")) continue;
        control.scrollIntoView({block: "center", behavior: "instant"});
        if (control.getClientRects().length !== 1) continue;
        const {left, top, width, height} = control.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!control.contains(there) && !there?.contains(control)) found.push(`covered: ${named(control)}`);
    }
    scrollTo(0, 0);
    return [...new Set(found)];
}"""
