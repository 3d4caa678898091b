// Page object of the node view: form, data panes, and mapping.
import type { Locator, Page } from 'playwright-core';

const MOST_TABS = 60;

export class NodeViewPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get form(): Locator {
    return this.#page.getByRole('region', { name: 'Node parameters' });
  }

  get input(): Locator {
    return this.#page.getByRole('region', { name: 'Input' });
  }

  get output(): Locator {
    return this.#page.getByRole('region', { name: 'Output' });
  }

  /** Returns the control of a parameter; the first if several have the label. */
  field(name: string): Locator {
    // Labels of required parameters end with a star.
    return this.form.getByLabel(new RegExp(`^${name}\\*?$`)).first();
  }

  /** Result of a field's expression. */
  result(of: Locator): Locator {
    return of.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " param ")][1]').locator('output');
  }

  get suggestions(): Locator {
    return this.#page.getByRole('listbox', { name: 'Suggestions' });
  }

  /** Header of a column of the input's table. */
  column(name: string): Locator {
    return this.input.getByRole('columnheader', { name });
  }

  async importCurl(command: string): Promise<void> {
    await this.form.getByRole('button', { name: 'Import cURL' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Import cURL command' });
    await dialog.getByRole('textbox', { name: 'cURL command' }).fill(command);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async run(): Promise<void> {
    await this.form.getByRole('button', { name: /^(Run node|Listen)/ }).click();
  }

  async close(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Back to canvas/ }).click();
  }

  /** Drags with the pointer in several steps. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (start === null || end === null) throw new Error('The dragged element or its target is not visible.');
    const { mouse } = this.#page;
    await mouse.move(start.x + 12, start.y + start.height / 2);
    await mouse.down();
    await mouse.move(start.x + 30, start.y + 20, { steps: 3 });
    await mouse.move(end.x + end.width / 3, end.y + end.height / 2, { steps: 5 });
    await mouse.up();
  }

  async hasFocus(control: Locator): Promise<boolean> {
    return (await control.and(this.#page.locator(':focus')).count()) > 0;
  }

  /** Presses Tab, or Shift+Tab, until the control has the focus. */
  async tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let step = 0; step < MOST_TABS; step++) {
      if (await this.hasFocus(control)) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error('Tab does not reach the control.');
  }
}
