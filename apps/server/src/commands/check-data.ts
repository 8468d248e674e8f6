import { speedUpModuleLoading } from '../platform/module-loading.ts';

speedUpModuleLoading();

// Imported dynamically, because a static import would be loaded before the line above runs.
const { runCheckDataCommand } = await import('./check-data-command.ts');
await runCheckDataCommand(process.argv.slice(2));
