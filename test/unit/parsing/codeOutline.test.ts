import { expect, test } from 'vitest';
import { outlineCode } from '../../../src/parsing/codeOutline';

/** Every section as `level title@line`, lines from 0. */
function check(language: string, code: string, expected: string): void {
  const { sections } = outlineCode(code.split('\n'), language);
  expect(sections.map(({ level, title, line }) => `${level} ${title}@${line}`).join(', ')).toBe(expected);
}

test.each([
  ['typescript', "import type Foo from 'x';\nexport abstract class A<T> extends B {\n  #x = make();\n  async run(): Promise<void> {\n    if (x) {\n    }\n  }\n}\nexport const f = async (a) => {\n};\nexport type T = string;\ninterface I {}", '1 A@1, 2 run@3, 1 f@8, 1 T@10, 1 I@11'],
  ['javascript', "describe('store', () => {\n  it('opens', () => {\n  });\n});\nmodule.exports.add = function (a) {\n};", '1 store@0, 2 opens@1, 1 module.exports.add@4'],
  ['python', '@app.route("/")\nasync def home():\n    def inner(): pass\nclass A(B):\n    def m(self):\n        pass\n\nif x:\n    run()', '1 home@0, 1 A@3, 2 m@4, 1 @7'],
  ['go', '// Find finds.\nfunc (r *Repo) Find(id int) error {\n}\ntype Repo struct {\n}', '1 Find@0, 1 Repo@3'],
  ['rust', '#[derive(Debug)]\npub(crate) struct A<T> {\n}\nimpl<T: Clone> Display for A<T> where T: X {\n    pub fn fmt(&self) {\n    }\n}\nmacro_rules! m {', '1 A@0, 1 Display for A<T>@3, 2 fmt@4, 1 m@7'],
  ['java', '@Service\npublic final class A {\n    private final Map<String, Integer> m = make();\n\n    @Override\n    public List<String> get(int a) {\n        return x(a);\n    }\n}', '1 A@0, 2 get@4'],
  ['csharp', 'namespace X.Y\n{\n    public class A\n    {\n        public async Task<int> Get(int a)\n        {\n        }\n    }\n}', '1 X.Y@0, 2 A@2, 3 Get@4'],
  ['c', '#define MAX(a, b) ((a) > (b))\nstatic int add(int a, int b)\n{\n    return f(a);\n}\nstruct point {\n};\nint declared(int a);', '1 MAX@0, 1 add@1, 1 point@5'],
  ['cpp', 'template <class T>\nclass A {\n  void run() {\n  }\n};\nvoid A::stop(int a) {\n}', '1 A@0, 2 run@2, 1 A::stop@5'],
  ['ruby', 'module A\n  class B < C\n    def call!(x)\n    end\n  end\nend', '1 A@0, 2 B@1, 3 call!@2'],
  ['kotlin', 'data class A(val x: Int) {\n    fun <T> of(a: T) = 1\n}', '1 A@0, 2 of@1'],
  ['php', '<?php\nfinal class A {\n    public static function make(): self {\n    }\n}', '1 A@1, 2 make@2'],
  ['shell', 'set -e\nbuild() {\n  make\n}\nfunction clean {\n}', '1 build@1, 1 clean@4'],
  ['sql', 'CREATE TABLE IF NOT EXISTS users (\n);\ncreate or replace function f() returns int', '1 users@0, 1 f@2'],
  ['elixir', 'defmodule A.B do\n  def run(x) do\n  end\nend', '1 A.B@0, 2 run@1'],
  ['protobuf', 'message A {\n}\nservice S {\n  rpc Get(A) returns (A);\n}', '1 A@0, 1 S@2, 2 Get@3'],
  ['terraform', 'resource "aws_s3" "b" {\n}', '1 aws_s3 b@0'],
  ['lua', 'local function f()\nend\nM.g = function()\nend', '1 f@0, 1 M.g@2'],
  ['css', '.a { color: red }', ''],
])('declarations of %s are found with what is above them', check);

test('a block comment belongs to the declaration below, even if it reads like one', () => {
  check('c', 'int x;\n\n/*\nstruct not_me {\n*/\nint f(int a) {\n}', '1 f@2');
});

test('the best places to cut are declarations, then blank lines, and never the closing of a block', () => {
  const { cuts } = outlineCode(['a();', '', 'function f() {', '  b();', '', '  c();', '}'], 'javascript');
  const [, , declaration, line, blank, afterBlank, closing] = cuts;
  expect(declaration).toBe(0);
  expect(afterBlank).toBeLessThan(line ?? 0);
  expect(line).toBeLessThan(closing ?? 0);
  expect(closing).toBeLessThan(blank ?? 0);
});
