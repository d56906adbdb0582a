/// <reference types="node" />
// The command line as the child process of another program, such as Python. It stops when stdin ends, because that also happens when
// the other program is killed.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
// Waiting for the end does not keep the process running.
;(process.stdin as typeof process.stdin & { unref(): void }).unref()
await import('./main.js')
