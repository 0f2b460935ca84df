// node scripts/write-baseline.ts
// Writes the schemas as new baselines. The migrations that led to them stand aside then, for databases that older
// versions made.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { authSchema, productSchema, schemaScript } from "../build/schema/schema-files.ts";
import { nextStamp } from "../build/schema/stamps.ts";

const sources = [
  { schema: authSchema, migrations: "engine/bootstrap/migrations", name: "auth_baseline" },
  { schema: productSchema, migrations: "supabase/migrations", name: "baseline" },
];

for (const { schema, migrations, name } of sources) {
  const stamp = nextStamp();
  const upgrade = join(migrations, "../upgrade");
  mkdirSync(upgrade, { recursive: true });
  for (const file of readdirSync(migrations)) renameSync(join(migrations, file), join(upgrade, file));
  const file = join(migrations, `${stamp}_${name}.sql`);
  writeFileSync(file, `-- Written by scripts/write-baseline.ts from ${schema.folder}.\n\n${schemaScript(schema)}`);
  console.log(file);
}
