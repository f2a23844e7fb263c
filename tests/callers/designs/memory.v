// A memory that is written with numbers up to 9.
module top(input clk, input we, input [1:0] a, input [3:0] d, output [3:0] q);
  reg [3:0] m [0:3];
  integer i;
  initial for (i = 0; i < 4; i = i + 1) m[i] = 0;
  always @(posedge clk) if (we) m[a] <= (d > 9) ? 9 : d;
  assign q = m[a];
  always @(*) assert (q <= 9);
endmodule
