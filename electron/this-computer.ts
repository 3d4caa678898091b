// The settings of this computer, shown and changed in the editor: access from the network, the port, and the application's own switches.
import { networkInterfaces } from 'node:os';
import { ipcMain } from 'electron';
import QRCode from 'qrcode';
import { channels, computerSwitches, type ComputerChange, type ComputerSettings, type ThisComputer } from '../engine/contract/desktop.ts';
import type { ListenOptions } from '../engine/contract/gateway.ts';
import { errorCodeOf } from '../engine/contract/errors.ts';
import { allInterfaces, isLoopback, lanAddresses, type EngineGateway } from '../engine/index.ts';
import { assertOwnSender } from './trust.ts';
import { isValidSetting } from './settings-schema.ts';
import type { Settings } from './settings.ts';

const ON_LOOPBACK = '127.0.0.1';
/** Settings that take effect where they are read. */
const storedNames = [...computerSwitches, 'theme'] as const;
type StoredName = (typeof storedNames)[number];

export class ComputerDesk {
  readonly #engine: Pick<EngineGateway, 'inject' | 'listen'>;
  readonly #settings: Settings;
  readonly #onListening: () => void;
  #address: ListenOptions | undefined;
  /** Host of the next port. */
  #host = ON_LOOPBACK;

  /** `onListening` is called when the engine listens at an address. */
  constructor(engine: Pick<EngineGateway, 'inject' | 'listen'>, settings: Settings, onListening: () => void) {
    this.#engine = engine;
    this.#settings = settings;
    this.#onListening = onListening;
    ipcMain.handle(channels.thisComputer, (event) => {
      assertOwnSender(event.senderFrame);
      return this.#view();
    });
    ipcMain.handle(channels.changeThisComputer, (event, changes: unknown) => {
      assertOwnSender(event.senderFrame);
      return this.#change(checked(changes));
    });
  }

  /** Where the engine listens; undefined if it does not. */
  get address(): ListenOptions | undefined {
    return this.#address;
  }

  set address(address: ListenOptions | undefined) {
    this.#address = address;
    if (address !== undefined) this.#onListening();
  }

  /**
   * Returns the host to listen at when the engine has started. `isGiven`: whether a flag names the host. Without an owner, for example after the
   * accounts were removed, the network is not let in again.
   */
  async hostAtStart(host: string, isSet: boolean): Promise<string> {
    const wasOnLan = !isSet && this.#settings.get('isOnLan');
    const isOnLan = wasOnLan && (await this.#hasOwner());
    if (wasOnLan && !isOnLan) this.#settings.set('isOnLan', false);
    this.#host = isOnLan ? allInterfaces(networkInterfaces()) : host;
    return this.#host;
  }

  async #change(changes: Partial<ComputerSettings>): Promise<ComputerChange> {
    const { port = this.address?.port ?? this.#settings.get('port') ?? 0, isOnLan } = changes;
    if (isOnLan === true && !(await this.#hasOwner())) return { type: 'noOwner' };
    if (changes.port !== undefined || isOnLan !== undefined) {
      const host = isOnLan === undefined ? this.#host : isOnLan ? allInterfaces(networkInterfaces()) : ON_LOOPBACK;
      try {
        this.address = await this.#engine.listen({ host, port });
      } catch (error) {
        if (errorCodeOf(error) !== 'PORT_TAKEN') throw error;
        return { type: 'portTaken', port, next: port + 1 };
      }
      this.#host = host;
      if (isOnLan !== undefined) this.#settings.set('isOnLan', isOnLan);
      this.#settings.set('port', this.address.port);
    }
    for (const name of storedNames) this.#settings.set(name, changes[name] ?? this.#settings.get(name));
    return { type: 'done', computer: await this.#view() };
  }

  get #isOnLan(): boolean {
    return this.address !== undefined && !isLoopback(this.address.host);
  }

  async #view(): Promise<ThisComputer> {
    const { port = 0 } = this.address ?? {};
    const localAddresses = this.#isOnLan ? lanAddresses(this.address?.host ?? '', networkInterfaces()) : [];
    const addresses = await Promise.all(
      localAddresses.map(async (address) => {
        const url = `http://${address.host}:${port}/`;
        return { ...address, url, qrCode: await QRCode.toDataURL(url, { margin: 4, width: 208 }) };
      }),
    );
    return { isOnLan: this.#isOnLan, port, addresses, hasOwner: await this.#hasOwner() };
  }

  async #hasOwner(): Promise<boolean> {
    const { body } = await this.#engine.inject({ method: 'GET', path: '/rest/login' }, 'localOwner');
    return (JSON.parse(body) as { readonly data?: { readonly isPending?: boolean } }).data?.isPending === false;
  }
}

/** Returns the known settings with valid values. Throws for others, which the editor does not send. */
function checked(input: unknown): Partial<ComputerSettings> {
  const changes = Object.entries((input ?? {}) as object);
  const isValid = ([name, value]: readonly [string, unknown]): boolean => {
    if (name === 'port') return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65_535;
    return name === 'isOnLan'
      ? typeof value === 'boolean'
      : storedNames.includes(name as StoredName) && isValidSetting(name as StoredName, value);
  };
  if (!changes.every(isValid)) throw new Error('The call was refused, because it is not a change of settings.');
  return Object.fromEntries(changes) as Partial<ComputerSettings>;
}
