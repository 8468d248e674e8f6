import { ToolsScreen } from './tools-screen.tsx';

export default function ToolsRoute() {
  return <ToolsScreen />;
}
