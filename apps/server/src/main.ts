import { speedUpModuleLoading } from './platform/module-loading.ts';

speedUpModuleLoading();

// Imported dynamically, because a static import would be loaded before the line above runs.
const { serve } = await import('./serve.ts');
await serve();
