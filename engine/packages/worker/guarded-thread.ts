// Loaded first in threads that package code starts: sets up the rules there, too.
import { assertConfined } from '../../sandbox/bounds.ts';
import { guard, RULES, type GuardRules } from './guard.ts';

const rules = JSON.parse(process.env[RULES] ?? '') as GuardRules;
delete process.env[RULES];
assertConfined(rules.bounds);
void guard(rules, new URL(import.meta.url));
