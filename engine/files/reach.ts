// Decides which folders workflows may use and whether they may run commands. It is asked at each use, so that a change
// of people or of addresses applies at once.
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { NodeError, type Logger } from '../sdk/index.ts';
import { EVERY_FOLDER, isWithin, type FileRules, type FileScope } from './file-access.ts';
import { programFolders } from './own-folders.ts';

export interface ReachSettings {
  /** Folders of the setting; empty for the default. `~` is the user's home. */
  readonly folders: readonly string[];
  /** Whether commands run although others use the instance. */
  readonly commands: 'alone' | 'always';
  /** Whether the node that runs commands is available. */
  readonly hasCommands: boolean;
  readonly dataDir: string;
  /** Home folder of the user who runs the program. */
  readonly home: string;
  /** Files that nodes may never use, besides the data folder. */
  readonly blocked: readonly string[];
  /** Maximum size in bytes of a file to read. */
  readonly maxBytes: number;
}

export interface ReachPorts {
  /** Whether anybody besides the owner has an account or an invitation. */
  readonly hasOthers: () => Promise<boolean>;
  /** Whether there are workflows, which may use files that are closed by default. */
  readonly hasWorkflows: () => Promise<boolean>;
  /** Whether other computers can reach the instance. */
  readonly isReachable: () => boolean;
  /** Whether a person is asked for consent before files and commands are used. */
  readonly asksForConsent: boolean;
  readonly logger: Logger;
}

const FOLDERS = 'MILLRACE_FILE_FOLDERS';
const COMMANDS = 'MILLRACE_COMMANDS';

export class FileReach {
  readonly #settings: ReachSettings;
  readonly #ports: ReachPorts;
  /** The folder for files of nodes. */
  readonly #ownFolder: string;
  /** The home folder, unless it is a whole disk, as that of some system users is. */
  readonly #home: string | undefined;
  /** Whether the owner was alone at the last use. */
  #wasAlone: boolean | undefined;

  constructor(settings: ReachSettings, ports: ReachPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#ownFolder = join(settings.dataDir, 'files');
    const home = resolve(settings.home);
    this.#home = settings.home === '' || isDisk(home) ? undefined : home;
  }

  /** What the file port needs to follow this decision. */
  get rules(): FileRules {
    const { dataDir, blocked, maxBytes } = this.#settings;
    const own = ['master.key', 'local.token', 'db/millrace.sqlite', 'db/millrace.sqlite-wal'].map((path) => join(dataDir, path));
    const secretFiles = [...own, ...blocked];
    return { folders: () => this.#scope(), blocked: [dataDir, ...blocked], secretFiles, ownFolder: this.#ownFolder, maxBytes };
  }

  /** Returns the folder in which commands start. Throws NodeError FORBIDDEN if workflows may run none. */
  async commandFolder(): Promise<string> {
    if (!(await this.#allowsCommands())) {
      throw new NodeError('Workflows may not run commands: others use this instance, or other computers can reach it.', {
        code: 'FORBIDDEN',
        hint: `The setting ${COMMANDS}=always allows it. A command has all rights of the user that runs Millrace.`,
      });
    }
    const { folders } = await this.#scope();
    const program = programFolders();
    const candidates = [
      ...folders.filter((folder) => folder !== EVERY_FOLDER && !isDisk(folder)),
      ...(this.#home === undefined ? [] : [this.#home]),
    ];
    const isUsable = async (folder: string): Promise<boolean> =>
      !program.some((own) => isWithin(folder, own)) &&
      (await stat(folder).then(
        (stats) => stats.isDirectory(),
        () => false,
      ));
    for (const folder of candidates) if (await isUsable(folder)) return folder;
    return this.#createdOwnFolder();
  }

  /** Logs at the start what workflows may reach, and warns if the settings open more than is safe. */
  async report(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
    const { folders, commands, hasCommands } = this.#settings;
    const { logger, asksForConsent } = this.#ports;
    const isAlone = await this.#isAlone();
    this.#wasAlone = isAlone;
    const condition = 'although others use this instance or other computers can reach it';
    if (!isAlone && folders.some((folder) => folder === EVERY_FOLDER || isDisk(this.#absolute(folder)))) {
      logger.warn(
        `${FOLDERS} opens every folder of this computer to workflows, ${condition}. All who can edit or call a workflow may read and change what the user that runs Millrace can. Name single folders instead.`,
      );
    }
    if (!isAlone && hasCommands && commands === 'always') {
      logger.warn(
        `${COMMANDS}=always lets workflows run commands, ${condition}. All who can edit a workflow have the rights of the user that runs Millrace.`,
      );
    }
    for (const name of ['MILLRACE_BLOCK_OWN_FILES', 'N8N_BLOCK_FILE_ACCESS_TO_N8N_FILES']) {
      if (/^(?:false|0|no|off)$/i.test(environment[name] ?? '')) logger.warn(`${name} has no effect: the data folder is closed to nodes.`);
    }
    if (!asksForConsent) await this.#tell();
  }

  async #tell(): Promise<void> {
    const { folders, commands, hasCommands } = this.#settings;
    const { logger } = this.#ports;
    const isAlone = await this.#isAlone();
    // Workflows of earlier versions may stop working.
    const level = !isAlone && (await this.#ports.hasWorkflows()) ? 'warn' : 'info';
    if (folders.length === 0) {
      const closed = isAlone
        ? ''
        : ' The home folder and all others are closed, since others use this instance or other computers can reach it.';
      logger[level](
        `Nodes may use files in: ${this.#defaultFolders(isAlone).join('; ')}.${closed} ${FOLDERS} names other folders; "${FOLDERS}=*" opens all of them, as earlier versions did.`,
      );
    }
    if (!isAlone && hasCommands && commands === 'alone') {
      logger[level](
        `Execute Command runs nothing, since others use this instance or other computers can reach it. ${COMMANDS}=always allows it.`,
      );
    }
  }

  async #scope(): Promise<FileScope> {
    const { folders } = this.#settings;
    const { asksForConsent } = this.#ports;
    if (folders.length > 0) {
      const hint = `Use a file in one of these folders, or add its folder to ${FOLDERS}.`;
      return { folders: folders.map((folder) => this.#absolute(folder)), setting: FOLDERS, hint };
    }
    // The person who is asked decides about each folder.
    if (asksForConsent) return { folders: [EVERY_FOLDER], hint: '' };
    const isAlone = await this.#isAlone();
    if (this.#wasAlone !== isAlone) {
      const isChange = this.#wasAlone !== undefined;
      this.#wasAlone = isAlone;
      if (isChange) await this.#tell();
    }
    if (!isAlone) await this.#createdOwnFolder();
    const where = isAlone
      ? 'one of these folders'
      : `the folder "${this.#ownFolder}", since others use this instance or other computers can reach it`;
    return {
      folders: this.#defaultFolders(isAlone),
      setting: FOLDERS,
      hint: `Use a file in ${where}, or name its folder in the setting ${FOLDERS}.`,
    };
  }

  #defaultFolders(isAlone: boolean): readonly string[] {
    return isAlone && this.#home !== undefined ? [this.#home, this.#ownFolder] : [this.#ownFolder];
  }

  async #allowsCommands(): Promise<boolean> {
    return this.#settings.commands === 'always' || this.#ports.asksForConsent || (await this.#isAlone());
  }

  async #isAlone(): Promise<boolean> {
    return !this.#ports.isReachable() && !(await this.#ports.hasOthers());
  }

  #absolute(folder: string): string {
    if (folder === EVERY_FOLDER) return folder;
    return /^~(?:[\\/]|$)/.test(folder) ? join(this.#settings.home, folder.slice(1)) : resolve(folder);
  }

  async #createdOwnFolder(): Promise<string> {
    // A run without stored data creates no data folder.
    if (existsSync(dirname(this.#ownFolder))) await mkdir(this.#ownFolder, { mode: 0o700 }).catch(() => undefined);
    return this.#ownFolder;
  }
}

const isDisk = (folder: string): boolean => folder === parse(folder).root;
