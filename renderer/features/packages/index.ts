// Public interface of the packages of nodes.
export { ChangePackageModal } from './change-package-modal.tsx';
export { InstallPackageModal } from './install-package-modal.tsx';
export { PackagesPage } from './packages-page.tsx';
