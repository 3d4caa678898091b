// Page object of the editor: locators and actions.
import type { Locator, Page } from 'playwright-core';
import { goTo } from '../window.ts';

export class EditorPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(path = 'workflow'): Promise<void> {
    await this.#page.goto(path);
    await this.canvas.waitFor();
  }

  /** Opens a saved workflow without reloading the page; waits for its name. */
  async goToWorkflow({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
    await goTo(this.#page, `workflow/${id}`);
    await this.#page.locator(`.editor-name[title="${name}"]`).waitFor();
    await this.canvas.waitFor();
  }

  /** Opens a new workflow; the current one must be saved. */
  async goToNew(): Promise<void> {
    await this.press('Control+Alt+n');
    await this.firstStep.waitFor();
  }

  get canvas(): Locator {
    return this.#page.getByLabel('Workflow canvas').first();
  }

  /** A node by its name. */
  node(name: string): Locator {
    return this.#page.locator('[data-node]').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  get nodes(): Locator {
    return this.#page.locator('[data-node]');
  }

  get firstStep(): Locator {
    return this.#page.getByRole('button', { name: 'Add the first step' });
  }

  get active(): Locator {
    return this.#page.getByRole('switch', { name: 'Active' });
  }

  get questions(): Locator {
    return this.#page.getByRole('dialog');
  }

  async response(question: string, button: string): Promise<void> {
    await this.#page.getByRole('dialog', { name: question }).getByRole('button', { name: button }).click();
  }

  async addFirst(search: string): Promise<void> {
    await this.firstStep.click();
    await this.pick(search);
  }

  /** Chooses the first node that a search finds. */
  async pick(search: string): Promise<void> {
    await this.adding(async () => {
      const field = this.#page.getByPlaceholder(/search nodes/i);
      await field.fill(search);
      await this.#page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
    });
  }

  /** Waits until the node that an action adds has the focus, and closes its view if it opens. */
  async adding(action: () => Promise<void>): Promise<void> {
    const nodeIds = await this.#page.evaluate(`Array.from(document.querySelectorAll('[data-node]'), ({ dataset }) => dataset.node)`);
    await action();
    const view = this.#page.locator('.node-view');
    await this.#page.evaluate(`new Promise((resolve) => {
      const focused = () => document.activeElement?.closest('[data-node]')?.dataset.node;
      const isAdded = () => document.querySelector('.node-view') !== null || ![undefined, ...${JSON.stringify(nodeIds)}].includes(focused());
      const look = () => (isAdded() ? resolve() : requestAnimationFrame(look));
      look();
    })`);
    // The code of the view is loaded when the first one opens.
    await this.#page.locator('.open-node[aria-busy="true"]').waitFor({ state: 'detached' });
    if (!(await view.isVisible())) return;
    await this.nodeOpened();
    await this.#page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });
  }

  /** Waits until an opened node has the focus: until then, the canvas receives the keys. */
  async nodeOpened(): Promise<void> {
    await this.#page.locator('.node-view:focus-within').waitFor();
  }

  /** Adds a node at the plus of an output, by mouse. */
  async addAtPlus(name: string, search: string, output?: string): Promise<void> {
    const label = output === undefined ? /^Click to add node/ : new RegExp(`^${output}:`);
    await this.node(name).getByRole('button', { name: label }).first().click();
    await this.pick(search);
  }

  async save(): Promise<void> {
    await this.#page.keyboard.press('Control+s');
    await this.#page.getByRole('button', { name: /^Saved/ }).waitFor();
  }

  async run(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Run workflow/ }).click();
  }

  /** State of the run, as the run bar shows it. */
  get runStatus(): Locator {
    return this.#page.locator('.run-bar [role="status"]');
  }

  /** Labels of the connections. */
  get counts(): Locator {
    return this.#page.locator('.editor-canvas').getByText(/^\d+ items?$/);
  }

  /** Drawn connections. */
  get wires(): Locator {
    return this.#page.locator('.editor-canvas .wire');
  }

  /** Preview of a run. */
  get plan(): Locator {
    return this.#page.locator('.run-plan');
  }

  /** Returns the accessible name of the focused element, otherwise its text. */
  async focused(): Promise<string> {
    return this.#page.evaluate(
      `(() => { const at = document.activeElement; return at?.getAttribute('aria-label') ?? at?.textContent ?? ''; })()`,
    );
  }

  press(keys: string): Promise<void> {
    return this.#page.keyboard.press(keys);
  }
}
