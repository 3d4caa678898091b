// The keychain of the operating system: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux.

/** Secrets by account. Every call may make the system show a prompt. */
export interface Keychain {
  /** Returns undefined if there is no entry. Rejects if the keychain cannot be used, or does not respond in time. */
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

const SERVICE = 'Millrace';

/** Milliseconds that a prompt may stay open. */
const TIME_LIMIT = 60_000;

export function systemKeychain(timeLimit = TIME_LIMIT): Keychain {
  // On Linux without a Secret Service, the library would keep the secret in the kernel, which forgets it at the next boot.
  const options = { linux: { store: 'secret-service' } } as const;
  // Loaded on demand, since most starts do not need this native module.
  const entry = async (account: string) => new (await import('@napi-rs/keyring')).AsyncEntry(SERVICE, account, options);
  return {
    get: async (account) => (await within(timeLimit, async (signal) => (await entry(account)).getPassword(signal))) ?? undefined,
    set: (account, secret) => within(timeLimit, async (signal) => (await entry(account)).setPassword(secret, signal)),
    remove: async (account) => {
      await within(timeLimit, async (signal) => (await entry(account)).deletePassword(signal));
    },
  };
}

/** A call to the system cannot be aborted, so its result is ignored after the timeout. */
async function within<T>(timeLimit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The keychain did not respond within ${timeLimit / 1000} seconds.`));
      abort.abort();
    }, timeLimit);
  });
  try {
    return await Promise.race([work(abort.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
