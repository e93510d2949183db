"""What is wrong with a page on a phone: cut off without a sign, or too small for a finger. Run in the browser."""

from __future__ import annotations

from typing import Final

FAULTS: Final = """() => {
    const found = [];
    const seen = (element) => element.checkVisibility({visibilityProperty: true});
    const named = (element) => {
        const said = element.innerText || element.getAttribute("aria-label") || element.name || "";
        return `${element.tagName} "${said.trim().slice(0, 40)}" in ${element.parentElement.outerHTML.slice(0, 60)}`;
    };
    if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page is wider than the phone");
    for (const drawn of document.querySelectorAll("table, pre, svg")) {
        if (!seen(drawn) || drawn.parentElement.closest("svg, .only-read")) continue;
        const {right} = drawn.getBoundingClientRect();
        for (let around = drawn.parentElement; around; around = around.parentElement) {
            const style = getComputedStyle(around);
            if (style.overflowX === "visible" || right <= around.getBoundingClientRect().right + 1) continue;
            const shown = style.backgroundAttachment.includes("local");
            const reached = around.tabIndex === 0 && around.ariaLabel;
            if (!shown || !reached || style.overflowX === "hidden") found.push(`cut off: ${named(drawn)}`);
        }
    }
    // Links in running text, in tables and in a game's log are as large as their lines.
    const inLine = (link) => link.closest("td, th, dd, .operations, .log, .past") && !link.closest(".acts")
        || getComputedStyle(link).display === "inline"
        && [...link.parentElement.childNodes].some((other) => other !== link && other.textContent.trim());
    const hit = (element) => (element.matches("[type=checkbox], [type=radio]") && element.labels[0]) || element;
    for (const target of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
        if (!seen(target) || target.closest(".skip, svg") || target.type === "hidden") continue;
        if (target.tagName === "A" && inLine(target)) continue;
        const {width, height} = hit(target).getBoundingClientRect();
        if (width < 43.5 || height < 43.5) found.push(`${Math.round(width)} x ${Math.round(height)}: ${named(target)}`);
    }
    return found;
}"""
