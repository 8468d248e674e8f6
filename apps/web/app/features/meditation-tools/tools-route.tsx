import { ToolsScreen } from './tools-screen.tsx';

export default function ToolsRoute() {
  return <ToolsScreen />;
}

/** Read by the root of the page, which keeps room for the bar and scrolls clear of it. */
export const handle = { hasSectionBar: true };
