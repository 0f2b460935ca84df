// node scripts/write-questions.ts
// Writes what has to name every question into supabase/schemas, and a migration for those that are new: prints its file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type QuestionFiles, questionFiles, writeQuestions } from "../build/schema/question-lists.ts";
import { nextStamp } from "../build/schema/stamps.ts";

const folder = "supabase/schemas";
const files = Object.fromEntries(questionFiles.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const { files: written, migration } = writeQuestions(files as QuestionFiles);
for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);

if (migration) {
  const file = join("supabase/migrations", `${nextStamp()}_${migration.name}.sql`);
  writeFileSync(file, migration.text);
  console.log(file);
}
