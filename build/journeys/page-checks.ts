// Checks of a page: accessibility, and controls that are cut off or covered.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the serious findings in one theme, as lines. The focus guards of floating layers are excluded, since they pass on the focus
 * immediately.
 */
async function findings(page: Page, part: string | undefined, rules?: readonly string[]): Promise<readonly string[]> {
  const where = { ...(part === undefined ? {} : { include: [part] }), exclude: ['[data-base-ui-focus-guard]'] };
  const how = { resultTypes: ['violations'], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(where)}, ${JSON.stringify(how)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`));
}

/** Returns the serious findings in both themes, which differ only in colors. `part`: selector that limits the check. */
export async function seriousFindings(page: Page, name: string, part?: string): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, part, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings(page, part);
  return [...light.map((line) => `${name}, light: ${line}`), ...dark.map((line) => `${name}, dark: ${line}`)];
}

/** A string, because it runs in the page. */
const measure = String.raw`(within) => {
  const CONTROLS = 'button, a[href], input, textarea, [role=tab], [role=switch], [role=combobox]';
  // User data scrolls and has an ellipsis; a hint that can be closed may cover it.
  const DATA = '.data-scroll, .monaco-editor, .data-tip, [aria-hidden=true]';
  const ELLIPSIS = '.select-value, .node-view-name, .data-branch-name, input, textarea';
  const root = document.querySelector(within);
  const nameOf = (control) => control.getAttribute('aria-label') || control.textContent.trim() || control.id || control.className;
  const found = [];
  for (const control of root.querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility({ opacityProperty: true }) || control.closest(DATA) !== null) continue;
    const box = control.getBoundingClientRect();
    if (box.width < 2 || getComputedStyle(control).clipPath !== 'none') continue;
    const problems = new Set();
    let top = 0, bottom = innerHeight;
    if (box.left < 0 || box.right > innerWidth) problems.add('beyond the window');
    for (let outer = control.parentElement; outer !== null && outer !== root.parentElement; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      const edge = outer.getBoundingClientRect();
      if (style.overflowX !== 'visible' && (box.left < edge.left - 1 || box.right > edge.right + 1)) problems.add('cut by .' + outer.className);
      if (style.overflowY === 'auto' || style.overflowY === 'scroll') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      else if (style.overflowY !== 'visible' && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) problems.add('cut by .' + outer.className);
    }
    for (const part of [control, ...control.querySelectorAll('*')]) {
      if (part.matches(ELLIPSIS) || part.closest('svg') !== null || getComputedStyle(part).clipPath !== 'none') continue;
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && getComputedStyle(part).overflowX !== 'visible') problems.add('label cut');
    }
    if (control.scrollWidth > control.clientWidth + 1 && control.matches('button, a')) problems.add('label wider than the control');
    const y = box.top + box.height / 2;
    if (y > top && y < bottom) {
      // A text field may contain a button.
      const end = control.matches('input, textarea') ? [] : [box.right - 3];
      for (const x of [box.left + 3, box.left + box.width / 2, ...end]) {
        const over = document.elementFromPoint(x, y);
        if (over !== null && !control.contains(over) && !over.contains(control) && over.closest('.data-tip, label') === null) problems.add('under ' + nameOf(over.closest(CONTROLS) ?? over));
      }
    }
    for (const problem of problems) found.push(nameOf(control) + ': ' + problem);
  }
  return found;
}`;

/** Finds controls that are not fully visible. `within`: a selector. Returns a line per control and fault. */
export const cutControls = (page: Page, within: string): Promise<readonly string[]> =>
  page.evaluate(`(${measure})(${JSON.stringify(within)})`);
