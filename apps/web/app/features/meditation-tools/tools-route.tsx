import { ToolsScreen } from './tools-screen.tsx';

export default function ToolsRoute() {
  return <ToolsScreen />;
}

/** Tells the root layout to reserve space for the section bar and to offset scrolling. */
export const handle = { hasSectionBar: true };
