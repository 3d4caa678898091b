// All migrations by number. They only add; a shipped number is never reused or changed.
import type { Migration } from 'kysely/migration';
import { initial } from './0001-initial.ts';
import { server } from './0002-server.ts';
import { calls } from './0003-calls.ts';
import { instances } from './0004-instances.ts';
import { webhooks } from './0006-webhooks.ts';
import { growth } from './0005-growth.ts';
import { credentialSharing } from './0007-credential-sharing.ts';
import { vault } from './0008-vault.ts';
import { consents } from './0009-consents.ts';
import { packages } from './0010-packages.ts';
import { packageNetwork } from './0011-package-network.ts';
import { dataTables } from './0012-data-tables.ts';
import { executionOwner } from './0013-execution-owner.ts';
import { largePayloads } from './0014-large-payloads.ts';
import { archiveAndTestRuns } from './0015-archive-and-test-runs.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-server': server,
  '0003-calls': calls,
  '0004-instances': instances,
  '0006-webhooks': webhooks,
  '0005-growth': growth,
  '0007-credential-sharing': credentialSharing,
  '0008-vault': vault,
  '0009-consents': consents,
  '0010-packages': packages,
  '0011-package-network': packageNetwork,
  '0012-data-tables': dataTables,
  '0013-execution-owner': executionOwner,
  '0014-large-payloads': largePayloads,
  '0015-archive-and-test-runs': archiveAndTestRuns,
};
