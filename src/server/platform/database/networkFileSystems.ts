/**
 * File systems shared by several machines, by the number that statfs(2) returns on Linux (linux/magic.h). A folder lock there is visible on
 * one machine only. FUSE and 9p are not listed, because they mostly stand for a disk of the same machine (desktops that run containers).
 */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
])

/** Name of the network file system of a `statfs` type; null for other file systems, and on systems other than Linux. */
export function networkFileSystemOf(type: number): string | null {
  if (process.platform !== 'linux') return null
  // Some processors return the 32 bits as a signed number.
  return networkFileSystems.get(type >>> 0) ?? null
}
