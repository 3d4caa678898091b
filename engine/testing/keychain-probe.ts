// A process for tests: opens the vault of the folder in its argument with the system's keychain, and prints the outcome.
import { Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';

const [folder = ''] = process.argv.slice(2);
const store = await Store.open(folder);
const warnings: string[] = [];
const { vault, keeper } = createVault({
  dataDir: folder,
  settings: { encryptionKey: '', keyStore: 'keychain' },
  keys: store.vaultKey,
  isAlone: true,
  warn: (message) => void warnings.push(message),
});
const found: string[] = [];
for (const change of [() => Promise.resolve(), () => keeper.rotate()]) {
  await keeper.open();
  await change();
  await keeper.open();
  const { place } = await keeper.status();
  found.push(`${place} ${vault.open('c1', vault.seal('c1', 'secret'))}`);
}
await store.close();
process.stdout.write(JSON.stringify({ found, warnings }));
