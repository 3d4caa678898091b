// Whether the dialog of a first activation is still wanted, kept in this browser.
const KEY = 'millrace-activation-hint';

export function isActivationHintWanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return false;
  }
}

export function dismissActivationHint(): void {
  try {
    localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be blocked: then it is not shown either.
  }
}
