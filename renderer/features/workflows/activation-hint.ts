// Whether the activation dialog is still shown, stored in this browser.
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
    // If storage is blocked, the dialog is not shown either.
  }
}
