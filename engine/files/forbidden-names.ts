// File names that nodes may never use, in any folder: users' secrets, and files whose content is run as their user.

/** Parts of paths in lower case; those with a slash at the start only at the root. `*` matches any characters. Below a folder, everything is forbidden. */
const secrets: readonly string[] = [
  // Keys, tokens and passwords of programs
  '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.docker', '.oci', '.boto', '.s3cfg', '.databrickscfg', '.snowflake', '.terraform.d', '.vault-token',
  '.config/gcloud', '.config/gh', '.config/hub', '.config/op', '.config/rclone', '.config/doctl', '.config/containers', '.config/heroku',
  'appdata/roaming/gcloud', 'appdata/roaming/github cli', 'appdata/roaming/rclone',
  '.netrc', '_netrc', '.npmrc', '.yarnrc.yml', '.pypirc', '.pgpass', 'pgpass.conf', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.config/git/credentials',
  '.cargo/credentials*', '.gem/credentials', '.m2/settings*.xml', '.gradle/gradle.properties', '.composer/auth.json', '.config/composer/auth.json',
  '.*_history', '.histfile', '.zhistory', 'fish_history', 'consolehost_history.txt', '.n8n', 'master.key', '.config/sops', 'appdata/roaming/sops', 'library/application support/sops',
  '.claude*', '.codex', '.gemini', '.authinfo*', '.subversion/auth', 'appdata/roaming/subversion/auth', '.config/filezilla', '.filezilla', 'appdata/roaming/filezilla',
  // Stores of passwords
  '.password-store', '.local/share/keyrings', '.local/share/kwalletd', '.kde/share/apps/kwallet', '.gnome2/keyrings', '.pki', 'library/keychains',
  '.config/1password', '.config/bitwarden*', '.config/keepassxc', 'library/group containers/*1password', 'library/application support/1password',
  'library/application support/bitwarden', 'appdata/local/1password', 'appdata/roaming/bitwarden', 'appdata/*/microsoft/credentials',
  'appdata/*/microsoft/protect', 'appdata/*/microsoft/vault', 'appdata/*/microsoft/crypto',
  // Profiles of browsers and mail programs
  '.mozilla', '.thunderbird', 'config/google-chrome*', '.config/google-chrome*', '.config/chromium', 'common/chromium', 'config/chromium', '.config/microsoft-edge*',
  'config/microsoft-edge*', '.config/bravesoftware', 'config/bravesoftware', '.config/vivaldi*', '.config/opera*', '.librewolf', '.waterfox', '.zen',
  '.config/mozilla', '.config/chromium-browser', '.config/yandex*', 'appdata/*/yandex', 'library/application support/yandex', '.cache/mozilla', '.cache/google-chrome*', '.cache/chromium*',
  '.cache/microsoft-edge*', '.cache/bravesoftware', '.config/signal*', 'appdata/roaming/signal*', 'library/application support/signal*',
  'library/application support/google', 'library/application support/chromium', 'library/application support/microsoft edge*',
  'library/application support/bravesoftware', 'library/application support/firefox', 'library/application support/vivaldi',
  'library/application support/com.operasoftware.opera*', 'library/application support/arc', 'library/thunderbird', 'library/safari', 'library/cookies',
  'library/containers/com.apple.safari', 'appdata/local/google/chrome*', 'appdata/local/chromium', 'appdata/local/microsoft/edge*',
  'appdata/local/bravesoftware', 'appdata/local/vivaldi', 'appdata/*/mozilla', 'appdata/*/thunderbird', 'appdata/*/opera software',
  // Cookies and switches of the desktop application of Millrace
  '.config/millrace', 'appdata/roaming/millrace', 'library/application support/millrace',
  // Secrets of the system
  '/etc/shadow*', '/etc/gshadow*', '/etc/sudoers*', '/etc/ssh/*_key', '/etc/ssl/private', '/etc/*.keytab',
]; // oxfmt-ignore

/** What shells, sessions, schedulers and tools of developers run. Nodes may read, but not write it. */
const startFiles: readonly string[] = [
  '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.mkshrc',
  '.cshrc', '.tcshrc', '.login', '.logout', '.inputrc', '.config/fish', '.config/nushell', '.config/zsh', '.config/powershell', 'powershell/*profile.ps1', 'windowspowershell/*profile.ps1',
  '.xinitrc', '.xprofile', '.xsession', '.xsessionrc', '.xserverrc', '.pam_environment', '.config/environment.d', '.config/autostart', '.config/autostart-scripts',
  '.config/plasma-workspace', '.config/systemd', '.local/share/systemd', '.local/share/applications', '.local/share/dbus-1', '.local/bin', '.kde/autostart', '.config/upstart',
  '.config/sway', '.config/i3', '.config/hypr', '.config/openbox', 'library/launchagents', 'library/launchdaemons', 'library/scripts', 'library/startupitems',
  'start menu/programs/startup', '.gitconfig', '.config/git', '.git/config', '.git/hooks', '.vimrc', '.vim', '.config/nvim', '.emacs', '.emacs.d', '.exrc',
  '.screenrc', '.tmux.conf', '.config/tmux', '.pythonrc', '.pdbrc', '.gdbinit', '.irbrc', '.noderc', '.node_modules', '.node_libraries',
  '.bash_completion*', '.oh-my-zsh', '.cargo/env*', '.cargo/bin', '.nvm', '.pyenv', '.rbenv', '.bun', '.deno', '.volta', '.npm-global', '.local/lib', '.local/share/fish', 'go/bin',
  '.vscode/extensions', '.vscode-server', '.cursor/extensions', '.rprofile', '.renviron', '.ipython', '.jupyter', '/home/*/bin', '/root/bin', '/users/*/bin',
  '/etc/cron*', '/etc/profile*', '/etc/bash*', '/etc/zsh*', '/etc/systemd', '/etc/ld.so*', '/etc/environment', '/etc/passwd*', '/etc/group*', '/etc/pam.d', '/etc/init.d', '/etc/rc*', '/etc/udev', '/etc/xdg', '/etc/apt',
  '/var/spool/cron', '/boot', '/bin', '/sbin', '/lib*', '/usr/bin', '/usr/sbin', '/usr/lib*', '/usr/local/bin', '/usr/local/sbin', '/usr/local/lib*',
]; // oxfmt-ignore

const secretPattern = patternOf(secrets);
const startPattern = patternOf(startFiles);

/** Returns the part of a path that makes it a secret of a user; undefined without one. */
export const secretIn = (path: string): string | undefined => partIn(path, secretPattern);

/** Returns the part of a path whose content is run by other programs; undefined without one. */
export const startFileIn = (path: string): string | undefined => partIn(path, startPattern);

function patternOf(names: readonly string[]): RegExp {
  const source = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '[^/]*' : `\\${sign}`));
  const rooted = names.filter((name) => name.startsWith('/')).map((name) => source(name.slice(1)));
  const relativePatterns = names.filter((name) => !name.startsWith('/')).map(source);
  // Folders of the system are below /private on macOS.
  return new RegExp(`(?:^(?:/private)?/(${['(?!)', ...rooted].join('|')})|/(${relativePatterns.join('|')}))(?=/|$)`);
}

function partIn(path: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(folded(path));
  return match?.[1] ?? match?.[2];
}

/**
 * Returns the canonical spelling of a path, for comparisons. File systems of macOS and Windows ignore case, forms of Unicode, characters without width, trailing dots and spaces,
 * and what follows a colon, so that `.SSH`, `.ſsh` and `.ssh.` may be `.ssh`. On other file systems, too many spellings are forbidden, but never too few.
 */
function folded(path: string): string {
  const plain = path
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
  const parts = plain.replaceAll('\\', '/').split('/');
  const joined = parts.map((part) => part.replace(/(?<=.)(?::.*|[. ]+)$/s, '')).join('/');
  return joined.startsWith('/') ? joined : `/${joined}`;
}
