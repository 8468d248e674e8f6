import { speedUpModuleLoading } from '../platform/module-loading.ts';

speedUpModuleLoading();

// Imported dynamically, because a static import would be loaded before the line above runs.
const { runRestoreCommand } = await import('./backup-command.ts');
await runRestoreCommand(process.argv.slice(2));
