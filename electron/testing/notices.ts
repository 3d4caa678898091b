// The modules `dialog`, `shell` and the class `Notification`: what the user would see is recorded, and tests respond in the user's place.
import { Guarded, guard, record, recorder } from './record.ts';

interface DialogOptions {
  readonly cancelId?: number;
}

/** What the next dialogs return, in order; without any, dialogs are canceled. */
export const responses: object[] = [];

const asks =
  (name: string, canceled: (options: DialogOptions) => object) =>
  (...args: readonly unknown[]): Promise<object> => {
    const options = (args.at(-1) ?? {}) as DialogOptions;
    record(`dialog.${name}`, options);
    return Promise.resolve(responses.shift() ?? canceled(options));
  };

export const dialog = guard('dialog', {
  showMessageBox: asks('showMessageBox', ({ cancelId = 0 }) => ({ response: cancelId, checkboxChecked: false })),
  showOpenDialog: asks('showOpenDialog', () => ({ canceled: true, filePaths: [] })),
  showSaveDialog: asks('showSaveDialog', () => ({ canceled: true, filePath: '' })),
  showMessageBoxSync: (...args: readonly unknown[]): number => {
    const options = (args.at(-1) ?? {}) as DialogOptions;
    record('dialog.showMessageBoxSync', options);
    return ((responses.shift() ?? { response: options.cancelId ?? 0 }) as { readonly response: number }).response;
  },
  showErrorBox: recorder('dialog.showErrorBox'),
});

export const shell = guard('shell', {
  openExternal: (url: string) => {
    record('shell.openExternal', new URL(url).href);
    return Promise.resolve();
  },
  openPath: (path: string) => {
    record('shell.openPath', path);
    return Promise.resolve('');
  },
});

/** Displayed notifications, for tests. */
export const notifications: Notification[] = [];

export class Notification extends Guarded {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: { readonly title?: string; readonly body?: string } = {}) {
    super('Notification', ['show', 'click', 'close', 'action', 'reply', 'failed']);
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    record('notification.show', { title: this.title, body: this.body });
    notifications.push(this);
    queueMicrotask(() => this.emit('show', {}));
  }

  close(): void {
    this.emit('close', {});
  }
}
