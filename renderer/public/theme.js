// Sets the theme before the first paint, so that no page flashes in the wrong one. `millrace-theme`: light, dark or system.
{
  let choice = 'system';
  try {
    // In the desktop application, the chosen theme is the one that the system seems to have.
    if (!('millrace' in window)) choice = localStorage.getItem('millrace-theme') ?? choice;
  } catch {
    // If storage is blocked, the system decides.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
