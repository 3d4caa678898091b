// Every screen and every dialog, each with the way there: for what is asked of all of them alike.
import type { Locator, Page } from 'playwright-core';

type Act = () => Promise<void>;
type Place = readonly [name: string, reach: Act];

const core = 'n8n-nodes-base.';

export class AllScreens {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A workflow with what looks different from a plain node: an issue, a node switched off, pinned data, a loop, a note. */
  readonly sample = {
    name: 'Seen',
    nodes: [
      { id: 'start', name: 'Start', type: `${core}manualTrigger`, typeVersion: 1, position: [0, 0], parameters: {} },
      { id: 'each', name: 'Each', type: `${core}splitInBatches`, typeVersion: 3, position: [220, 0], parameters: {} },
      { id: 'ask', name: 'Ask', type: `${core}httpRequest`, typeVersion: 4.2, position: [440, 120], parameters: { url: '' } },
      { id: 'off', name: 'Off', type: `${core}noOp`, typeVersion: 1, position: [440, -80], disabled: true, parameters: {} },
      { id: 'set', name: 'Set', type: `${core}set`, typeVersion: 3.4, position: [660, -80], parameters: {} },
      {
        id: 'note',
        name: 'Note',
        type: `${core}stickyNote`,
        typeVersion: 1,
        position: [0, 260],
        parameters: { content: '## Read me\n- one' },
      },
    ],
    connections: {
      Start: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
      Each: { main: [[{ node: 'Off', type: 'main', index: 0 }], [{ node: 'Ask', type: 'main', index: 0 }]] },
      Ask: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
      Off: { main: [[{ node: 'Set', type: 'main', index: 0 }]] },
    },
    pinData: { Set: [{ json: { total: 7 } }] },
  } as const;

  routes(paths: readonly string[]): readonly Place[] {
    return paths.map((path) => [
      path,
      async () => {
        await this.#page.goto(path);
        await this.#page.getByRole('main').first().waitFor();
        await this.#page.getByRole('heading').first().waitFor({ state: 'attached' });
      },
    ]);
  }

  async openSample(id: string): Promise<void> {
    await this.#page.goto(`workflow/${id}`);
    await this.#node('set').waitFor();
  }

  /** Each closes what the one before opened. */
  editorParts(): readonly Place[] {
    const page = this.#page;
    const search = page.getByPlaceholder(/search nodes/i);
    const form = page.getByRole('region', { name: 'Parameters of the node' });
    return [
      ['the editor', () => this.#node('set').click()],
      ['an issue that is told', this.#opens(page.getByText(/Mend them/), this.#keys('Control+Enter'))],
      ['the palette', this.#opens(this.#dialog, this.#keys('Control+k'))],
      ['the shortcuts', this.#opens(this.#dialog, this.#keys('?'))],
      ['the creator', this.#opens(search, this.#keys('Tab'))],
      ['nothing found', this.#opens(page.getByText(/No node fits/), this.#keys('Tab'), () => search.fill('qqqq'))],
      ['the outline', this.#opens(page.getByRole('tree'), this.#keys('Shift+O'))],
      ['renaming', this.#opens(this.#dialog, () => this.#node('set').click(), this.#keys('F2'))],
      ['the menu of a node', this.#opens(this.#menu, () => this.#node('off').click({ button: 'right' }))],
      ['the menu of the workflow', this.#opens(this.#menu, this.#press('More about this workflow'))],
      ['deleting', this.#opens(this.#dialog, this.#press('More about this workflow'), this.#choose(/^Delete/))],
      ['tags', this.#opens(page.getByPlaceholder(/tag/i), this.#press(/Add tag/))],
      ['executions', this.#opens(this.#dialog, this.#press('Executions'))],
      ['workflows', this.#opens(this.#dialog, this.#keys('Control+o'))],
      ['about', this.#opens(this.#dialog, this.#press('Help'), this.#choose(/About/))],
      ['an open node', this.#opens(form, () => this.#node('off').dblclick())],
      ['its settings', () => page.getByRole('tab', { name: 'Settings' }).click()],
    ];
  }

  listDialogs(): readonly Place[] {
    const cancel = this.#dialog.getByRole('button', { name: 'Cancel' });
    return [
      ['settings of a workflow', this.#opens(cancel, this.#press('More about Seen'), this.#choose(/^Settings/))],
      ['copying a workflow', this.#opens(cancel, this.#press('More about Seen'), this.#choose(/^Duplicate/))],
      ['all tags', this.#opens(this.#dialog, this.#press('Manage tags'))],
    ];
  }

  accountDialogs(): readonly Place[] {
    const goTo = (path: string) => async (): Promise<void> => void (await this.#page.goto(path));
    return [
      ['changing the password', this.#opens(this.#dialog, goTo('settings/personal'), this.#press(/Change password/))],
      ['the menu of the account', this.#opens(this.#menu, goTo('workflows'), this.#press(/^Account of/))],
    ];
  }

  #node(id: string): Locator {
    return this.#page.locator(`[data-node="${id}"]`);
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog').first();
  }

  get #menu(): Locator {
    return this.#page.getByRole('menu').first();
  }

  #keys(keys: string): Act {
    return () => this.#page.keyboard.press(keys);
  }

  #press(name: string | RegExp): Act {
    return () => this.#page.getByRole('button', { name }).first().click();
  }

  #choose(name: RegExp): Act {
    return () => this.#page.getByRole('menuitem', { name }).click();
  }

  /** Closes what is open, does one thing after the other, and waits for what comes of it. */
  #opens(seen: Locator, ...acts: readonly Act[]): Act {
    return async () => {
      await this.#page.keyboard.press('Escape');
      for (const open of [this.#dialog, this.#menu]) await open.waitFor({ state: 'detached' });
      for (const act of acts) await act();
      await seen.waitFor();
    };
  }
}
