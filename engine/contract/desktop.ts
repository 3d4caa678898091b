// What the desktop's preload script offers to the editor's pages, as `window.millrace`.
import type { BackupReport, EngineResponse, PushSession } from './gateway.ts';
import type { PushEvent } from './push.ts';

export interface BridgeRequest {
  readonly method: string;
  /** Path and query below `/rest/`. */
  readonly path: string;
  /** Id of the page's session, to which events are addressed. */
  readonly sessionId: string;
  /** JSON. */
  readonly body?: string;
}

/** A message of the push channel. `missed`: events up to this number are lost. `lost`: the window is no longer subscribed. */
export type PushMessage =
  | { readonly type: 'event'; readonly number: number; readonly event: PushEvent }
  | { readonly type: 'missed'; readonly last: number };

export interface AppInfo {
  readonly version: string;
  /** As `process.platform` of Node. */
  readonly platform: string;
}

/** `system`: as the operating system shows its own windows. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** Settings of this computer that are switched on and off, in the application's menu and in the editor. */
export const computerSwitches = ['startsAtLogin', 'closesToTray', 'keepsAwake', 'pausesOnBattery'] as const;
export type ComputerSwitch = (typeof computerSwitches)[number];
export type ComputerSwitches = Readonly<Record<ComputerSwitch, boolean>>;

/** Settings of the application on this computer. */
export interface ComputerSettings extends ComputerSwitches {
  /** Whether other computers of the network can reach this one. */
  readonly isOnLan: boolean;
  /** Port for webhooks, forms and other computers; 0 while the engine does not listen. */
  readonly port: number;
  readonly theme: ThemeChoice;
}

/** Kind of a network, by the name of its interface. `virtual`: of containers and virtual machines on this computer; `network`: unknown. */
export type NetworkKind = 'wifi' | 'ethernet' | 'vpn' | 'virtual' | 'network';

/** An address of this computer in a network. */
export interface LanAddress {
  /** As in a URL: IPv6 addresses are in brackets. */
  readonly host: string;
  readonly interfaceName: string;
  readonly kind: NetworkKind;
  /** Whether the internet routes it, so that a firewall alone keeps others out. */
  readonly isGlobal: boolean;
}

/** How the network reaches this computer. The other settings are part of `DesktopState`. */
export interface ThisComputer extends Pick<ComputerSettings, 'isOnLan' | 'port'> {
  /** Where other computers reach this one, with the address as a picture (data URL); empty unless `isOnLan`. */
  readonly addresses: readonly (LanAddress & { readonly url: string; readonly qrCode: string })[];
  /** Whether the owner is set up. Without an owner, nobody can sign in from other computers. */
  readonly hasOwner: boolean;
}

/** `portTaken`: another program uses the port; `next` may be free. */
export type ComputerChange =
  | { readonly type: 'done'; readonly computer: ThisComputer }
  | { readonly type: 'portTaken'; readonly port: number; readonly next: number }
  | { readonly type: 'noOwner' };

/** A version of the application that is newer than this one. */
export interface AppUpdate {
  readonly version: string;
  /** ISO 8601. */
  readonly releasedAt?: string;
  /** Plain text. */
  readonly notes?: string;
}

/** Why an update failed; `other`: see the message. */
export type UpdateFailure = 'unreachable' | 'notPublished' | 'checksum' | 'signature' | 'other';

export type UpdateState =
  /** `notInstalled`: the application runs from a checkout, or from a package that cannot be replaced. */
  | { readonly type: 'off'; readonly reason: 'safeMode' | 'notInstalled' }
  /** Updates have not been checked for yet. */
  | { readonly type: 'unknown' }
  | { readonly type: 'checking' }
  | { readonly type: 'none' }
  | { readonly type: 'available'; readonly update: AppUpdate }
  | { readonly type: 'downloading'; readonly update: AppUpdate; readonly percent: number }
  /** `isWaiting`: it is installed as soon as no workflow runs. */
  | { readonly type: 'ready'; readonly update: AppUpdate; readonly isWaiting: boolean }
  | { readonly type: 'failed'; readonly step: 'check' | 'download' | 'install'; readonly reason: UpdateFailure; readonly message: string };

/** What the application itself shows in the window. */
export interface DesktopState {
  readonly update: UpdateState;
  readonly theme: ThemeChoice;
  /** Whether no workflow starts by itself. */
  readonly isSafeMode: boolean;
  /** Whether schedules and polls are paused, because the computer runs on battery. */
  readonly isPaused: boolean;
  /** Whether the application is installed, and not run from a checkout, which the system cannot start at login. */
  readonly isInstalled: boolean;
  /** Whether the user continues without a port, because another program uses it: webhooks and forms cannot be reached. */
  readonly lacksPort: boolean;
  readonly switches: ComputerSwitches;
}

/** What the page asks of the application. */
export type DesktopAction = 'checkForUpdate' | 'downloadUpdate' | 'installUpdate' | 'postponeUpdate' | 'leaveSafeMode' | 'runOnBattery';

/** What menus, links, files and notifications ask of the editor. */
export type ShellCommand =
  /** Runs a command of the editor by its id. */
  | { readonly type: 'run'; readonly id: string }
  /** Shows the drawer with the updates. */
  | { readonly type: 'showUpdates' }
  /** Shows the dialogs for backups. */
  | { readonly type: 'backUp' }
  | { readonly type: 'restore' }
  /** Shows a screen. */
  | { readonly type: 'show'; readonly path: string }
  /** Opens a new workflow with the content of a file. */
  | { readonly type: 'importFile'; readonly name: string; readonly content: string }
  /** Opens a new workflow with the one at an address, which the user has confirmed. */
  | { readonly type: 'importUrl'; readonly url: string };

/** `canceled`: the user chose no file, or discarded what was restored. */
type Unfinished = { readonly type: 'canceled' } | { readonly type: 'failed'; readonly message: string };

export type BackupOutcome = { readonly type: 'done'; readonly report: BackupReport } | Unfinished;

/** `restarting`: the application restarts with the restored data. */
export type RestoreOutcome = { readonly type: 'restarting' } | Unfinished;

/** A text file that the user has chosen. */
export interface ChosenFile {
  readonly name: string;
  readonly content: string;
}

export interface DesktopBridge {
  readonly appInfo: AppInfo;
  request(request: BridgeRequest): Promise<EngineResponse>;
  /** Calls the listener with each message for the session; returns a function that ends it. */
  onPush(session: PushSession, listener: (message: PushMessage) => void): () => void;
  thisComputer(): Promise<ThisComputer>;
  /** Changes only the given settings. */
  changeThisComputer(changes: Partial<ComputerSettings>): Promise<ComputerChange>;
  /** Calls the listener with each command of the application, also with earlier ones that no page has received; returns a function that ends it. */
  onCommand(listener: (command: ShellCommand) => void): () => void;
  /** Tells which commands of the editor can be run now, by their ids. */
  offerCommands(ids: readonly string[]): void;
  /** Calls the listener with the state of the application, now and after each change; returns a function that ends it. */
  onState(listener: (state: DesktopState) => void): () => void;
  act(action: DesktopAction): Promise<void>;
  /** Lets the user choose a workflow file; null if no file was chosen. The application reports failures. */
  chooseFile(): Promise<ChosenFile | null>;
  /** Lets the user choose where to save a text file, and returns whether it was saved. The application reports failures. */
  saveFile(file: ChosenFile): Promise<boolean>;
  /**
   * Backs up the data folder to a file that the user chooses. The passphrase protects the key of the credentials. Without a passphrase, the key is
   * left out.
   */
  backUp(passphrase: string | null): Promise<BackupOutcome>;
  /** Lets the user choose a backup, and returns its name; null if none was chosen. */
  chooseBackup(): Promise<string | null>;
  /** Restores the chosen backup and replaces the data folder by it, after a question. */
  restore(passphrase: string): Promise<RestoreOutcome>;
  /** Opens files (`File`) that were dropped on the window, after a question. */
  openDropped(files: readonly object[]): void;
}

/** Names of the IPC channels. */
export const channels = {
  request: 'request',
  push: 'push',
  subscribe: 'push:subscribe',
  unsubscribe: 'push:unsubscribe',
  thisComputer: 'computer',
  changeThisComputer: 'computer:change',
  command: 'command',
  listen: 'command:listen',
  offer: 'command:offer',
  state: 'state',
  watch: 'state:watch',
  act: 'act',
  chooseFile: 'file:choose',
  saveFile: 'file:save',
  dropped: 'file:dropped',
  backUp: 'backup:create',
  chooseBackup: 'backup:choose',
  restore: 'backup:restore',
} as const;

/** Origin of the editor's pages in the desktop application. */
export const desktopOrigin = 'app://millrace';

/** Also in electron-builder.yml: the installer gives it to the shortcut in the start menu, to which Windows attributes notifications. */
export const appId = 'app.millrace.desktop';

/** Folder in the data folder that belongs to the application: Chromium's data and the settings of this computer. */
export const desktopFolder = 'desktop';
