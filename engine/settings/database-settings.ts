// Settings of the database.
import { integer, type SettingSpec } from './setting-kinds.ts';

export const databaseSettings = {
  database: {
    kind: 'database',
    variable: 'MILLRACE_DATABASE',
    default: '',
    isSecret: true,
    about:
      'Address of a Postgres database to use instead of a file in the data folder, such as postgres://user:password@host/name; if not set, that of the variables DB_POSTGRESDB_… if DB_TYPE is postgresdb',
  } as SettingSpec<'database', string>,
  durability: {
    kind: 'durability',
    variable: 'MILLRACE_DURABILITY',
    default: 'full',
    about:
      'When a response is sent: with full, once its data survives a power failure; with normal, once it survives a crash of the process',
  } as SettingSpec<'durability', 'full' | 'normal'>,
  migrationBackups: integer(
    'MILLRACE_MIGRATION_BACKUPS',
    2,
    'Number of copies to keep of the database as it was before an update changed it, in db/before-updates; 0 for none',
    undefined,
    { most: 100 },
  ),
};
