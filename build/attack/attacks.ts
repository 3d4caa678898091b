// All areas of the attack, in running order. Each area is one file.
import type { Attack } from './attack.ts';
import { bombs } from './bombs.ts';
import { code } from './code.ts';
import { filesOfTheServer } from './computer-files.ts';
import { codeHosts } from './code-hosts.ts';
import { connections } from './connections.ts';
import { costs } from './costs.ts';
import { hostileDocuments } from './content-documents.ts';
import { filesOfTheComputer } from './content-files.ts';
import { hostileForms } from './content-forms.ts';
import { credentialLimits } from './credential-limits.ts';
import { crossUser } from './cross-user.ts';
import { expressions } from './expressions.ts';
import { files } from './files.ts';
import { foreignNames } from './foreign-names.ts';
import { freeze } from './freeze.ts';
import { fuzz } from './fuzz.ts';
import { identity } from './identity.ts';
import { innerAddresses } from './inner-addresses.ts';
import { lan } from './lan.ts';
import { foreignOrigins } from './origins.ts';
import { malformedRequests } from './malformed.ts';
import { pages } from './pages.ts';
import { passwordReset } from './password-reset.ts';
import { publicApi } from './public-api.ts';
import { seats } from './seats.ts';
import { signInAttempts } from './sign-in.ts';
import { signedOut } from './signed-out.ts';
import { smuggling } from './smuggling.ts';
import { webhookScripts } from './webhook-scripts.ts';

export const attacks: readonly Attack[] = [
  expressions,
  code,
  codeHosts,
  bombs,
  freeze,
  costs,
  files,
  filesOfTheComputer,
  filesOfTheServer,
  pages,
  hostileDocuments,
  hostileForms,
  signedOut,
  crossUser,
  seats,
  publicApi,
  identity,
  foreignNames,
  credentialLimits,
  webhookScripts,
  foreignOrigins,
  signInAttempts,
  passwordReset,
  innerAddresses,
  lan,
  smuggling,
  connections,
  fuzz,
  ...malformedRequests,
];
