// Property tests take the same values each time, so that a red run can be repeated; MILLRACE_SEED chooses others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['MILLRACE_SEED'] ?? 20260530) });
