import type { Durability } from './cluster.ts';

/**
 * Returns the settings as command line options, so that a cluster of an older release uses the settings of this
 * release. The sizes suit a machine with 1 GB of memory.
 */
export function serverParameters(cluster: string, port: number, durability: Durability): string[] {
  const settings: Record<string, string> = {
    // Loopback only. No unix socket, because its path is limited to 107 bytes.
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',

    // Enough for twelve server processes with their jobs (15 connections each), and some tools.
    max_connections: '200',
    // An eighth of 1 GB. The operating system uses the rest as file cache; effective_cache_size tells the planner its
    // size.
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    // Sorting a page of 20 rows needs kilobytes. With 8 MB, recounts and the leaderboard also sort in memory.
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Compilation takes longer than these short queries.
    jit: 'off',
    // Solid-state disks read at random almost as fast as in sequence.
    random_page_cost: '1.1',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',

    // Statements and violated keys contain member content, so PostgreSQL logs only its own state. The server logs its
    // errors.
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
  if (durability === 'none')
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
