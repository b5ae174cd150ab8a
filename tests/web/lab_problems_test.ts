import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLabs } from "../../web/build/labs/all.js";
import { builder, folder, json, lineOf, note, put, text, wrongs, type Change } from "./sample_lab.js";

describe("a lab that is wrong is told by file, line and reason", () => {
  const at = (part: string): string => `labs/copy/lab.json:${lineOf(json, part)}: `;
  const inText = (part: string): string => `labs/copy/lab.md:${lineOf(text, part)}: `;
  const inNote = (part: string): string => `labs/copy/model-note.md:${lineOf(note, part)}: `;

  it.each<[string, Change, () => string | RegExp]>([
    ["JSON that is none", { json: put('"minutes": 5,', '"minutes": 5') }, () => `labs/copy/lab.json:${lineOf(json, '"minutes"') + 1}: a comma or } was expected here`],
    ["a key given twice", { json: put('"minutes": 5,', '"minutes": 5, "title": "Again",') }, () => `${at('"minutes"')}"title" is given twice`],
    ["a field that is missing", { json: put('  "minutes": 5,\n', "") }, () => "labs/copy/lab.json:1: minutes is missing"],
    ["a number in words", { json: put('"minutes": 5,', '"minutes": "five",') }, () => `${at('"minutes"')}minutes: must be a whole number, given "five"`],
    ["a field nobody knows", { json: put('"minutes": 5,', '"minutes": 5, "colour": 1,') }, () => `${at('"minutes"')}colour is no field here; there are `],
    ["a format nobody knows", { json: put("token.itl_s | time", "token.itl_s | hours") }, () => `${at('"itl": "')}a figure is "FORMULA | FORMAT" or "FORMULA | FORMAT DIGITS", not "token.itl_s | hours"; formats are time,`],
    ["a figure without a format", { json: put('"model": "model | name"', '"model": "model"') }, () => `${at('"model": "model |')}a figure is "FORMULA | FORMAT"`],
    ["digits that are none", { json: put("token.itl_s | time", "token.itl_s | time many") }, () => `${at('"itl": "')}a figure is "FORMULA | FORMAT"`],
    ["a number as a name", { json: put('"model": "model | name"', '"model": "model | time"') }, () => `${at('"model": "model |')}the format time needs a number, and the formula gives "Llama3_8B"`],
    ["a model nobody knows", { json: put('"model": "Llama3_8B"', '"model": "Nobody"') }, () => /labs\/copy\/lab\.json:\d+: .*Nobody/],
    ["a name that stands for nothing", { json: put('"model": "model | name"', '"model": "nobody | name"') }, () => `${at('"model": "model |')}formula: there is nothing called nobody, at column 1 of "nobody"`],
    ["a formula in lab.md that does not parse", { text: put("takes {{itl}}", "takes {{=token. | time}}") }, () => `${inText("takes {{itl}}")}formula: expected a name, found the end, at column 7 of "token."`],
    ["a formula in lab.md without a format", { text: put("takes {{itl}}", "takes {{=token.itl_s}}") }, () => `${inText("takes {{itl}}")}a figure is "FORMULA | FORMAT"`],
    ["a figure that prints an answer too coarsely in lab.md", { text: put("takes {{itl}}", "takes {{=token(p='int4').itl_s | time 1}}") }, () => /lab\.json:\d+: exercise time: figure =token\(p='int4'\)\.itl_s \| time 1 prints it as 2\u00a0ms, and that would be graded wrong/],
    ["a formula in a figure that does not parse", { json: put("token.itl_s | time", "token.itl_s + | time") }, () => `${at('"itl": "')}formula: expected a value, found the end, at column 14 of "token.itl_s +"`],
    ["a formula in a column that does not parse", { json: put('"value": "p | name"', '"value": "p p | name"') }, () => `${at('"title": "Precision"')}table decode: formula: expected the end or an operator, found "p", at column 3 of "p p"`],
    ["a formula in an attribute that does not parse", { json: put('"=hardware"', '"=(hardware"') }, () => `${at('"widgets"')}formula: expected ")", found the end, at column 10 of "(hardware"`],
    ["a formula in a key that does not parse", { json: put('"answer": "token.decode_regime"', '"answer": "token..decode_regime"') }, () => new RegExp(`^labs/copy/lab\\.json:${lineOf(json, '"answer": "token.decode_regime"')}: formula: .* of "token\\.\\.decode_regime"`)],
    ["a definition that does not parse, which another reads", { json: put("hardware=hardware, precision=p)\"", "hardware=hardware precision=p)\"") }, () => `${at('"token": ')}definitions.token: expected "," or ")", found "precision", at column 38 of`],
    ["a definition that does not parse, which nothing reads", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "q": "1 +"') }, () => `${at('"p": ')}definitions.q: expected a value, found the end, at column 4 of "1 +"`],
    ["definitions that go round in a circle", { json: put('"p": "\'fp16\'"', '"p": "q", "q": "p"') }, () => `${at('"p": ')}definitions.`],
    ["a name that is a variable and a definition", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "model": "1"') }, () => `${at('"p": ')}model is a variable and a definition; a name stands for one of them`],
    ["a definition that is named as a call", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "serve": "1"') }, () => `${at('"p": ')}serve is a word or a call of formulas; give the definition another name`],
    ["a variable that is named by a word of formulas", { json: put('"hardware": "H100" }', '"hardware": "H100", "not": 1 }') }, () => `${at('"variables"')}not is a word of formulas; give the variable another name`],
    ["a variable that is named as a value", { json: put('"hardware": "H100" }', '"hardware": "H100", "true": 1 }') }, () => `${at('"variables"')}true is a word of formulas; give the variable another name`],
    ["rows that are no list", { json: put('"for": { "p": ["fp16", "int8", "int4"] }', '"for": { "p": "1 + 1" }') }, () => `${at('"decode": {')}table decode: p must be a list, and the formula gives 2`],
    ["a choice whose answer is no option", { json: put('"memory": { "text": "Reading weights" }', '"reading": { "text": "Reading weights" }') }, () => `${at('"answer": "token.decode_regime"')}the answer is "memory", which is none of the options reading, compute`],
    ["a number whose answer is a name", { json: put('"answer": "token(p=\'int4\').itl_s"', '"answer": "model"') }, () => `labs/copy/lab.json:${lineOf(json, '"unit": "ms"') + 1}: must give a number, and gives "Llama3_8B"`],
    ["a setting of no widget", { json: put('"widget": "roof"', '"widget": "nobody"') }, () => `${at('"widget": "roof"')}there is no widget nobody`],
    ["a goal reached at the start", { json: put("regime == 'compute'", "regime == 'memory'") }, () => `${at('"goal"')}is met before the student has moved anything`],
    ["a goal that names a field the widget has not", { json: put("roofline(state).regime == 'compute'", "state.context == 1 and state.batches > 8") }, () => `${at('"goal"')}state has no batches; it has model, hardware, `],
    ["an order that is right at the start", { json: (source) => put('"by": "ascending"', '"by": "descending"')(put("token(hardware='H100')", "token(hardware='A100')")(source)) }, () => `${at('"items"')}exercise rank: the items stand in the right order before anything is moved`],
    ["an order of two", { json: put(/.*"a100": .*\n/.exec(json)![0], "") }, () => `${at('"items"')}exercise rank.items: must have at least 3, given {`],
    ["an item whose value is a name", { json: put("token(hardware='A100').itl_s", "token(hardware='A100').decode_regime") }, () => `${at('"a100"')}must give a number, and gives "memory"`],
    ["an order by nothing", { json: put('"by": "ascending"', '"by": "size"') }, () => `${at('"by"')}exercise rank.by: must be one of ascending, descending, given "size"`],
    ["an item that is named by a number", { json: put('"a100": {', '"100": {') }, () => /^labs\/copy\/lab\.json:\d+: exercise rank\.items: must begin with a letter or _ and go on with letters, digits, _ or -, given "100"$/],
    ["two exercises of one name", { json: put('"id": "time"', '"id": "guess"') }, () => `${at('"id": "time"')}there are two exercises guess`],
    ["an unknown figure in a text of lab.json", { json: put("Bytes first: {{gain}}", "Bytes first: {{nothing}}") }, () => `${at('"takeaways"')}there is no figure nothing in lab.json`],
    ["an unknown figure in lab.md", { text: put("takes {{itl}}", "takes {{nothing}}") }, () => `${inText("takes {{itl}}")}there is no figure nothing in lab.json`],
    ["a formula that is none", { text: put("\\frac{W}{B}", "\\frac{W") }, () => new RegExp(`^labs/copy/lab\\.md:${lineOf(text, "t = \\frac")}: KaTeX`)],
    ["a formula left open", { text: put("t = \\frac{W}{B}\n$$", "t = W") }, () => `${inText("$$\nt =")}a formula opened by $$ is not closed`],
    ["a directive nobody knows", { text: put("::widget roof", "::picture roof") }, () => `${inText("::widget roof")}there is no directive ::picture`],
    ["an attribute that the widget has not", { json: put('"context": 128 }', '"context": 128, "contxt": 2 }') }, () => `${at('"roof": {')}contxt is not a setting of this widget. Its settings are model, hardware, `],
    ["a control that the widget has not", { json: put('"context": 128 }', '"context": 128, "controls": "batch contxt" }') }, () => `${at('"roof": {')}controls names “contxt”, which is not a control of this widget. Its settings are model, hardware, `],
    ["something hidden that the widget has not", { json: put('"context": 128 }', '"context": 128, "hide": "tools layouts" }') }, () => new RegExp(`^${at('"roof": {')}hide names “layouts”, which is not a control of this widget\\. Its settings are .*; hide also takes answer, band, settings, tools, roofline, legs$`)],
    ["something locked that the widget has not", { json: put('"context": 128 }', '"context": 128, "lock": "hardwear model" }') }, () => `${at('"roof": {')}lock names “hardwear”, which is not a control of this widget`],
    ["a view that the widget has not", { json: put('"context": 128 }', '"context": 128, "view": "pie" }') }, () => `${at('"roof": {')}view takes roofline, legs or table, not “pie”`],
    ["a widget nobody described", { text: put("::widget roof", "::widget nobody") }, () => `${inText("::widget roof")}there is no widget nobody in lab.json; it has roof`],
    ["an exercise placed twice", { text: put("::exercise why", "::exercise time") }, () => `${inText("::exercise why")}exercise time stands here a second time`],
    ["an exercise placed nowhere", { text: put("::exercise why", "") }, () => `${at('{ "id": "why"')}exercise why is used nowhere`],
    ["a table placed nowhere", { text: put("::table decode", "") }, () => `${at('"decode": {')}table decode is used nowhere`],
    ["a reveal of no prediction", { text: put("::reveal guess", "::reveal time") }, () => `${inText("::reveal guess")}::reveal needs an exercise with "predict": true, and time is none`],
    ["a reveal before its prediction", { text: put("::exercise guess\n\n::reveal guess", "::reveal guess") }, () => /lab\.md:9: ::reveal guess stands before its ::exercise guess/],
    ["a reveal without an end", { text: put("::end\n\n## Check", "## Check") }, () => `${inText("::reveal rank")}::reveal rank is never ended by ::end`],
    ["an answer that is printed too coarsely to be graded right", { json: put('"unit": "ms", "scale": 0.001, "tolerance": 0.05, "partial"', '"unit": "ms", "scale": 0.001, "tolerance": 0.0001, "partial"') }, () => `labs/copy/lab.json:${lineOf(json, '"unit": "ms"') + 1}: exercise time: its answer prints as 1.60\u00a0ms, and that would be graded wrong; print more digits, widen the tolerance, or mend the scale of its unit`],
    ["a number whose scale is not that of its unit", { json: put('"unit": "GB", "scale": 1e9, "answer": "token.weights', '"unit": "GB", "scale": 1e6, "answer": "token.weights') }, () => /lab\.json:\d+: exercise cells: table decode prints it as 16\.06\u00a0GB, and that would be graded wrong/],
    ["a figure that prints an answer too coarsely", { json: put('"unit": "GB", "scale": 1e9, "answer": "token.weights', '"unit": "GB", "scale": 1e9, "tolerance": 0.000001, "answer": "token.weights') }, () => /lab\.json:\d+: exercise cells: table decode prints it as 16\.06\u00a0GB, and that would be graded wrong/],
    ["a key that does not follow from the figures as printed", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "itl / 2",') }, () => /lab\.json:\d+: exercise time: itl \/ 2 gives 2\.6 with the figures as printed, and that would be graded wrong/],
    ["a key from a figure that is none", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "nobody / 2",') }, () => /lab\.json:\d+: formula: there is nothing called nobody, at column 1 of "nobody \/ 2"/],
    ["a key from a formula that is none", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "itl /",') }, () => /lab\.json:\d+: formula: expected a value, found the end, at column 6 of "itl \/"/],
    ["a hint on an item that is none", { json: put('"by": "ascending",', '"by": "ascending", "hints": [{ "before": ["h100", "nobody"], "text": "No." }],') }, () => /lab\.json:\d+: there is no item nobody; there are h100, a100, b200/],
    ["a takeaway after an exercise that is none", { json: put('"after": ["time"]', '"after": ["nobody"]') }, () => `${at('"takeaways"')}there is no exercise nobody; there are guess, time,`],
    ["a lock on an exercise that is none", { text: put("::reveal rank", "::after rank nobody") }, () => `${inText("::reveal rank")}there is no exercise nobody in lab.json`],
    ["a lock before its exercise", { text: put("::reveal rank", "::after time") }, () => `${inText("::reveal rank")}::after time stands before its ::exercise time`],
    ["a setting that checks a widget behind a lock", { text: put("::widget roof", "::after guess\n\n::widget roof\n\n::end") }, () => /lab\.md:\d+: exercise reach checks a widget that is shut until guess is done: put it behind ::after guess too/],
    ["an end without a reveal", { text: put("::reveal guess\n", "") }, () => /lab\.md:\d+: ::end without a ::reveal/],
    ["a model note without a title", { note: put("# Model note: a sample & its bytes", "A sample") }, () => "labs/copy/model-note.md:1: a model note begins with its title"],
    ["an unknown figure in a model note", { note: put("takes {{itl}}", "takes {{nothing}}") }, () => `${inNote("takes {{itl}}")}there is no figure nothing in lab.json`],
    ["an unknown figure in a block of code", { note: put("{{model_id}}", "{{nothing}}") }, () => `${inNote("ridgepoint serve")}there is no figure nothing in lab.json`],
    ["a worked line that is no formula", { note: put("itl = read", "itl: read") }, () => `${inNote("```worked")}a worked line is name = formula, not itl: read`],
    ["a directive in a model note", { note: put("On a command line, with `{{model}}` as it stands:", "::widget roof") }, () => `${inNote("On a command line")}::widget roof may only stand in lab.md`],
    ["a text that is none", { json: put("model | text", "[5] | text") }, () => `${at('"model_id"')}the format text needs words or a number, and the formula gives [5]`],
    ["a heading of the first order", { text: put("## Try", "# Try") }, () => `${inText("## Try")}headings of a lab begin at ##`],
  ])("%s", (_, change, expected) => {
    const found = wrongs(change);
    const wanted = expected();
    expect(found).toContainEqual(typeof wanted === "string" ? expect.stringContaining(wanted) : expect.stringMatching(wanted));
  });

  it("and a value that is wrong in many places once, where it is set", () => {
    const found = wrongs({ json: put('"hardware": "H100"', '"hardware": "Nothing"') });
    const reasons = found.map((line) => line.replace(/ \(and so in .*/, ""));
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(found.length).toBeLessThan(4);
    expect(found[0]).toMatch(new RegExp(`^labs/copy/lab\\.json:${lineOf(json, '"variables"')}: hardware must be one of .* \\(and so in \\d+ other places\\)$`));
  });

  it("a folder without its text, and mistakes of all labs at once", () => {
    const several = join(folder, "several", "labs");
    for (const name of ["first", "Second"]) mkdirSync(join(several, name), { recursive: true });
    writeFileSync(join(several, "first", "lab.json"), json);
    expect(() => buildLabs(several, builder)).toThrow(
      [
        "labs/Second/lab.json:1: the file is missing",
        "labs/Second/lab.md:1: the file is missing",
        "labs/Second/lab.json:1: a lab's folder is named in lower case, digits and dashes, not Second",
        "labs/first/lab.md:1: the file is missing",
      ].join("\n"),
    );
  });
});
