import { speedUpModuleLoading } from '../platform/module-loading.ts';

speedUpModuleLoading();

// Imported dynamically, because a static import would be loaded before the line above runs.
const { runAdminCommand } = await import('./admin-command.ts');
await runAdminCommand(process.argv.slice(2));
