// Set-up of tests that run on Postgres.
import { useDatabases } from './databases.ts';

useDatabases();
