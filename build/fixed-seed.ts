// Gives property tests the same values in each run, so that failures can be reproduced. MILLRACE_SEED sets another seed.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['MILLRACE_SEED'] ?? 20260530) });
