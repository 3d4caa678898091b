// The editor as a person uses it: where things are, and how they are reached.
import type { Locator, Page } from 'playwright-core';
import { goTo } from './go-to.ts';

export class EditorPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(path = 'workflow'): Promise<void> {
    await this.#page.goto(path);
    await this.canvas.waitFor();
  }

  /** Opens a saved workflow without loading the page anew; its name tells it from the one that was open before. */
  async goToWorkflow({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
    await goTo(this.#page, `workflow/${id}`);
    await this.#page.locator(`.editor-name[title="${name}"]`).waitFor();
    await this.canvas.waitFor();
  }

  /** The same for a new one; what was open has to be saved. */
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

  async answer(question: string, button: string): Promise<void> {
    await this.#page.getByRole('dialog', { name: question }).getByRole('button', { name: button }).click();
  }

  async addFirst(search: string): Promise<void> {
    await this.firstStep.click();
    await this.pick(search);
  }

  /** Chooses the first node that a word finds. */
  async pick(search: string): Promise<void> {
    const field = this.#page.getByPlaceholder(/search nodes/i);
    await field.fill(search);
    await this.#page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await this.leaveNewNode();
  }

  /** Closes the view of the node that was added, if it opens. */
  async leaveNewNode(): Promise<void> {
    // The view opens in the frame after the one in which the node is drawn.
    await this.#page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))');
    const view = this.#page.locator('.node-view');
    if (!(await view.isVisible())) return;
    await this.#page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });
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

  /** How the run stands, as the bar says. */
  get runStatus(): Locator {
    return this.#page.locator('.run-bar [role="status"]');
  }

  /** What stands on the connections. */
  get counts(): Locator {
    return this.#page.locator('.editor-canvas').getByText(/^\d+ items?$/);
  }

  /** Connections that are drawn. */
  get wires(): Locator {
    return this.#page.locator('.editor-canvas .wire');
  }

  /** What a run would do, as it is told before. */
  get plan(): Locator {
    return this.#page.locator('.run-plan');
  }

  /** Name of what has the focus, as far as it has one, else its text. */
  async focused(): Promise<string> {
    return this.#page.evaluate(
      `(() => { const at = document.activeElement; return at?.getAttribute('aria-label') ?? at?.textContent ?? ''; })()`,
    );
  }

  press(keys: string): Promise<void> {
    return this.#page.keyboard.press(keys);
  }
}
