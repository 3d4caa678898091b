// A process for tests: opens the vault of the folder in its argument with the system's keychain, and prints the outcome.
import { Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';

const [folder = ''] = process.argv.slice(2);
const store = await Store.open(folder);
const warnings: string[] = [];
const { cipher, vault } = createVault({
  dataDir: folder,
  settings: { encryptionKey: '', keyStore: 'keychain' },
  keys: store.vaultKey,
  isAlone: true,
  warn: (message) => void warnings.push(message),
});
const match: string[] = [];
for (const change of [() => Promise.resolve(), () => vault.rotate()]) {
  await vault.open();
  await change();
  await vault.open();
  const { place } = await vault.status();
  match.push(`${place} ${cipher.open('c1', cipher.seal('c1', 'secret'))}`);
}
await store.close();
process.stdout.write(JSON.stringify({ found: match, warnings }));
