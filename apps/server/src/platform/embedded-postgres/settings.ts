import type { Durability } from './cluster.ts';

/**
 * Settings go on the command line, so that a cluster made by an older release runs with those of this one.
 * The sizes suit a machine of 1 GB and do no harm on a larger one.
 */
export function serverParameters(cluster: string, port: number, durability: Durability): string[] {
  const settings: Record<string, string> = {
    // Loopback only; no unix socket, whose path may hold no more than 107 bytes.
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',

    // PostgreSQL's own default, enough for one server process, its jobs, a second process and the tools beside them.
    max_connections: '100',
    // An eighth of 1 GB; the rest of the memory still serves as the system's file cache, which the planner is told.
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    // Pages of 20 rows sort in kilobytes; 8 MB keeps the recounts and the leaderboard off the disk.
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Compiling costs more than these short queries take.
    jit: 'off',
    // Solid-state disks, rented ones too, read at random almost as fast as in sequence.
    random_page_cost: '1.1',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',

    // Statements and violated keys carry what members wrote; the server logs its own errors, so PostgreSQL keeps to its own state.
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
