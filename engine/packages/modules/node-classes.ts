// The classes that nodes of packages extend.

interface Versions {
  readonly [version: string]: unknown;
}

/** A node whose functions receive their context as an argument. */
export class Node {
  readonly description: unknown;
}

/** A node with several versions. */
export class VersionedNodeType {
  currentVersion: number;
  nodeVersions: Versions;
  description: Readonly<Record<string, unknown>> & { readonly defaultVersion?: number };

  constructor(nodeVersions: Versions, description: VersionedNodeType['description']) {
    this.nodeVersions = nodeVersions;
    this.currentVersion = description.defaultVersion ?? this.getLatestVersion();
    this.description = description;
  }

  getLatestVersion(): number {
    return Math.max(...Object.keys(this.nodeVersions).map(Number));
  }

  getNodeType(version?: number): unknown {
    return this.nodeVersions[version ?? this.currentVersion];
  }
}
