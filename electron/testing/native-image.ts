// The module `nativeImage`.
import { existsSync, readFileSync } from 'node:fs';
import { guard } from './record.ts';

function imageOf(bytes: Buffer): object {
  return guard('NativeImage', {
    isEmpty: () => bytes.length === 0,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
  });
}

export const nativeImage = guard('nativeImage', {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromPath: (path: string) => imageOf(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
});
