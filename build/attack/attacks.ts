// All areas of the attack, in the order in which they run. An area is one file: add it here.
import type { Attack } from './attack.ts';
import { bombs } from './bombs.ts';
import { code } from './code.ts';
import { connections } from './connections.ts';
import { hostileDocuments } from './content-documents.ts';
import { filesOfTheComputer } from './content-files.ts';
import { hostileForms } from './content-forms.ts';
import { crossUser } from './cross-user.ts';
import { expressions } from './expressions.ts';
import { fuzz } from './fuzz.ts';
import { foreignOrigins } from './origins.ts';
import { signedOut } from './signed-out.ts';

export const attacks: readonly Attack[] = [
  expressions,
  code,
  bombs,
  signedOut,
  crossUser,
  foreignOrigins,
  fuzz,
  connections,
  hostileDocuments,
  filesOfTheComputer,
  hostileForms,
];
