// Every screen and dialog, with the steps to reach it.
import type { Locator, Page } from 'playwright-core';
import { AccountPage, type Person } from './account-page.ts';
import { goTo } from '../window.ts';
import { savedWorkflow } from './seen-workflows.ts';

type Act = () => Promise<unknown>;

const DIALOG = '[role="dialog"]';
const MENU = '[role="menu"]';

export interface Place {
  readonly name: string;
  readonly reach: Act;
  /** Selector of the new content. Default: the whole page. */
  readonly part?: string;
}

export class AllScreens {
  readonly #page: Page;
  readonly #account: AccountPage;

  constructor(page: Page) {
    this.#page = page;
    this.#account = new AccountPage(page);
  }

  /** The first start, up to the editor of a new workflow with the survey over it. */
  firstStart(): readonly Place[] {
    const page = this.#page;
    const server = '**/rest/**';
    return [
      {
        name: 'a start without a server',
        reach: this.#does(
          this.#heading('Millrace could not start'),
          () => page.route(server, (call) => call.abort()),
          () => page.reload(),
        ),
      },
      { name: 'the survey', part: DIALOG, reach: this.#does(this.#survey, () => page.unroute(server), this.#press('Retry')) },
      this.#screen('setup', this.#account.title('Set up the owner account')),
      this.#screen('workflow', page.getByRole('button', { name: 'Add the first step' })),
      this.#dialogBy('about', this.#press('Help'), this.#choose(/About/)),
      this.#dialogBy('updates', this.#press(/update/)),
    ];
  }

  /** Screens visible without an account. */
  screens(): readonly Place[] {
    return [
      this.#screen('workflows', this.#heading('Workflows')),
      this.#screen('workflows/demo', this.#page.getByLabel('Workflow canvas')),
      this.#screen('executions', this.#heading('Executions')),
      this.#screen('credentials', this.#heading('Credentials')),
      this.#dialogBy('the types of credentials', this.#press('Add credential')),
      {
        name: 'a new credential',
        part: DIALOG,
        reach: this.#does(
          this.#page.getByRole('tab', { name: 'Connection' }),
          () => this.#page.getByText('Slack API', { exact: true }).click(),
          () => this.#inDialog('Continue').click(),
        ),
      },
      this.#screen('variables', this.#page.getByText('No variables yet')),
      this.#dialogBy('a new variable', this.#press('Add variable')),
      this.#screen('templates', this.#heading('Templates')),
      this.#screen('templates/101', this.#page.getByRole('button', { name: 'Use this workflow' })),
      this.#screen('collections/1', this.#heading('First steps')),
      this.#screen('workflows/templates/101', this.#page.getByLabel('Workflow canvas')),
      this.#screen('help', this.#heading('Start a workflow')),
      this.#screen('help/nodes', this.#page.getByRole('link', { name: 'HTTP Request', exact: true })),
      this.#screen('help/keys', this.#page.getByRole('row', { name: /Undo/ })),
      this.#screen('help/nodes/n8n-nodes-base.if', this.#page.getByRole('button', { name: 'Copy the example' })),
      this.#screen('no/such/page', this.#heading('Page not found')),
      this.#screen('settings/users', this.#page.getByText('Set up the owner first')),
      this.#screen('settings/api', this.#page.getByText('No API key yet')),
      this.#screen('settings/assistant', this.#heading('The assistant is off')),
      this.#screen('settings/community-nodes', this.#heading('Community nodes')),
      this.#screen('settings/models', this.#heading('Models')),
      this.#screen('settings/usage', this.#heading('Usage data')),
      this.#screen('settings/coming-soon/logging', this.#heading('Log streaming')),
    ];
  }

  /** `id`: the sample workflow. Each step closes what the previous one opened. */
  editorParts(id: string): readonly Place[] {
    const page = this.#page;
    const search = page.getByPlaceholder(/search nodes/i);
    const form = page.getByRole('region', { name: 'Node parameters' });
    return [
      { name: 'the editor', reach: this.#does(this.#node('set'), this.#goes(`workflow/${id}`), () => this.#node('set').click()) },
      { name: 'an issue that is told', part: '.toasts', reach: this.#opens(page.getByText(/Fix these/), this.#keys('Control+Enter')) },
      this.#dialogBy('the palette', this.#keys('Control+k')),
      this.#dialogBy('the shortcuts', this.#keys('?')),
      { name: 'the console', part: '.console', reach: this.#opens(page.getByRole('log'), this.#keys('Shift+L')) },
      { name: 'the creator', part: '.creator', reach: this.#opens(search, this.#keys('Tab')) },
      { name: 'nothing found', part: '.creator', reach: this.#does(page.getByText(/No nodes match/), () => search.fill('qqqq')) },
      { name: 'the outline', part: '.editor-outline', reach: this.#opens(page.getByRole('tree'), this.#keys('Shift+O')) },
      this.#dialogBy('connecting a node', this.#keys('Shift+O'), () => page.locator('[role="treeitem"]:focus').waitFor(), this.#keys('c')),
      this.#dialogBy('renaming', () => this.#node('set').click(), this.#keys('F2')),
      this.#menuBy('the menu of a node', () => this.#node('off').click({ button: 'right' })),
      this.#menuBy('the menu of the workflow', this.#press('Workflow menu')),
      this.#dialogBy('importing from an address', this.#press('Workflow menu'), this.#choose(/^Import from URL/)),
      this.#dialogBy(
        'deleting',
        this.#press('Workflow menu'),
        this.#choose(/^Archive/),
        this.#press('Workflow menu'),
        this.#choose(/^Delete/),
      ),
      {
        name: 'a restored workflow',
        part: '.toasts',
        reach: this.#opens(page.getByText(/ restored$/), this.#press('Workflow menu'), this.#choose(/^Restore/)),
      },
      { name: 'tags', reach: this.#opens(page.getByPlaceholder(/tag/i), this.#press(/Add tag/)), part: '.tag-picker-list' },
      this.#dialogBy('executions', this.#press('Executions')),
      this.#dialogBy('workflows', this.#keys('Control+o')),
      { name: 'an open node', reach: this.#opens(form, () => this.#node('off').dblclick()) },
      { name: 'its settings', part: '.node-view', reach: () => page.getByRole('tab', { name: 'Settings' }).click() },
      {
        name: 'its documentation',
        part: '.node-view',
        reach: this.#does(page.getByRole('button', { name: 'Copy the example' }), () => page.getByRole('tab', { name: 'Docs' }).click()),
      },
    ];
  }

  /** `id`: a workflow that can be activated. */
  activation(id: string): readonly Place[] {
    const active = this.#page.getByRole('switch', { name: 'Active' });
    // Until the workflow is loaded, the switch belongs to the previous one.
    const opened = this.#page.getByRole('heading', { name: savedWorkflow.name });
    return [
      this.#dialogBy(
        'activation',
        this.#goes(`workflow/${id}`),
        () => opened.waitFor(),
        () => active.click(),
      ),
    ];
  }

  /** `execution`: id of a stored execution. `workflow`: id of a workflow with one version. */
  lists(execution: string, workflow: string): readonly Place[] {
    return [
      this.#screen('workflows', this.#page.getByRole('button', { name: 'Menu for Seen' })),
      this.#dialogBy('settings of a workflow', this.#press('Menu for Seen'), this.#choose(/^Settings/), this.#loaded('Cancel')),
      this.#dialogBy('copying a workflow', this.#press('Menu for Seen'), this.#choose(/^Duplicate/), this.#loaded('Cancel')),
      this.#dialogBy('all tags', this.#press('Manage tags')),
      this.#dialogBy('a new folder', this.#press('New folder')),
      this.#dialogBy('moving to a folder', this.#press('Menu for Seen'), this.#choose(/^Move to folder/)),
      this.#screen(`workflow/${workflow}/history`, this.#page.getByText('Choose a node to see its parameters.')),
      this.#dialogBy('naming a version', this.#press('Name this version')),
      this.#screen('executions', this.#page.getByRole('row').nth(1)),
      this.#screen(`execution/${execution}`, this.#page.getByText(`Execution ${execution}`)),
    ];
  }

  /** From owner set-up to the invitation of `other`. */
  people(owner: Person, other: string): readonly Place[] {
    const page = this.#page;
    const remove = page.getByRole('button', { name: /^Remove/ });
    return [
      this.#dialogBy('keeping what is there', this.#goes('settings/personal'), () => this.#account.setUp(owner)),
      {
        name: 'settings/personal',
        reach: this.#does(this.#heading('Personal settings'), () => this.#inDialog('Set up owner').click()),
      },
      this.#dialogBy('changing the password', this.#press(/Change password/)),
      this.#screen('settings/users', page.getByText(owner.email)),
      this.#dialogBy('inviting', this.#press('Invite')),
      { name: 'somebody invited', reach: this.#opens(remove, () => this.#account.invite(other)) },
      this.#dialogBy('removing a user', () => remove.click()),
      this.#menuBy('the menu of the account', this.#goes('workflows'), this.#press(/^Account of/)),
    ];
  }

  /** Signs out first. `invitation`: link in the e-mail. */
  comingIn(invitation: string): readonly Place[] {
    return [
      { name: 'signin', reach: this.#opens(this.#heading('Sign in'), () => this.#account.signOut()) },
      this.#screen('forgot-password', this.#heading('Forgot your password?')),
      this.#screen('change-password', this.#page.getByText(/link is incomplete/)),
      this.#screen('signup', this.#page.getByText(/invitation link is incomplete/)),
      this.#screen(invitation, this.#page.getByText(/Invited by/)),
    ];
  }

  #node(id: string): Locator {
    return this.#page.locator(`[data-node="${id}"]`);
  }

  #heading(name: string): Locator {
    return this.#page.getByRole('heading', { name, exact: true }).first();
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog').first();
  }

  get #menu(): Locator {
    return this.#page.getByRole('menu').first();
  }

  get #survey(): Locator {
    return this.#page.getByRole('dialog', { name: 'A few questions about you' });
  }

  #inDialog(button: string): Locator {
    return this.#dialog.getByRole('button', { name: button });
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

  #loaded(button: string): Act {
    return () => this.#inDialog(button).waitFor();
  }

  /** Navigates without reloading the page, like a link. */
  #goes(path: string): Act {
    return () => goTo(this.#page, path);
  }

  /** Performs the steps, and waits for the result. */
  #does(seen: Locator, ...acts: readonly Act[]): Act {
    return async () => {
      for (const act of acts) await act();
      await seen.waitFor();
    };
  }

  /** Like `#does`, after closing what is open. */
  #opens(seen: Locator, ...acts: readonly Act[]): Act {
    return async () => {
      await this.#page.keyboard.press('Escape');
      for (const open of [this.#dialog, this.#menu]) await open.waitFor({ state: 'detached' });
      await this.#does(seen, ...acts)();
    };
  }

  #screen(path: string, seen: Locator): Place {
    return { name: path, reach: this.#opens(seen, this.#goes(path)) };
  }

  #dialogBy(name: string, ...acts: readonly Act[]): Place {
    return { name, part: DIALOG, reach: this.#opens(this.#dialog, ...acts) };
  }

  #menuBy(name: string, ...acts: readonly Act[]): Place {
    return { name, part: MENU, reach: this.#opens(this.#menu, ...acts) };
  }
}
